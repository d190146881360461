import { type FactStore, openJournal } from '../../src/journal/index.ts';
import { canonicalJson } from '../../src/journal/integrity/canonical-json.ts';
import { SimulatedClock, sequentialIds } from '../../src/testing/index.ts';

/** What a store was filled with. */
export interface UsedStore {
  readonly journals: readonly string[];
  readonly attachments: readonly string[];
}

/** The name and version of the fold whose snapshots are kept. */
const FOLD = { name: 'count', version: 1 };

/** Fills a store with all it can hold: journals, forks, a deleted one that is shared, erasures, keys, snapshots, attachments. */
export async function usedStore(store: FactStore): Promise<UsedStore> {
  const clock = new SimulatedClock();
  const newId = sequentialIds();
  const open = (id: string) => openJournal(store, id, { clock, newId });
  const trip = open('trip');
  const attachments: string[] = [];
  for (const text of ['a ticket', 'a picture '.repeat(900)]) {
    attachments.push((await trip.attachments.put(new TextEncoder().encode(text))).sha256);
  }
  for (let n = 0; n < 30; n++) {
    clock.advance(1000);
    await trip.append(batchOf(n, attachments), n % 3 === 0 ? { key: `k-${n}` } : {});
  }
  await trip.append([{ type: 'configured', mode: 'approve', secret: 'hush' }]);
  const fork = await trip.fork(40, 'trip:fork');
  await fork.append([{ type: 'noted', own: true }], { key: 'own' });
  const source = open('gone');
  await source.append(Array.from({ length: 10 }, (_, n) => ({ type: 'noted', n })));
  await source.fork(6, 'left');
  await store.delete('gone');
  await trip.redact(61, { keep: ['mode'], by: 'ann', reason: 'asked for' });
  await trip.redact(2);
  await open('left').redact(3);
  for (const seq of [20, 50]) await trip.saveSnapshot({ ...FOLD, seq, state: { seq, whole: true } });
  await fork.saveSnapshot({ ...FOLD, seq: 41, state: { seq: 41 } });
  return { journals: ['left', 'trip', 'trip:fork'], attachments };
}

function batchOf(n: number, attachments: readonly string[]): { type: string; [field: string]: unknown }[] {
  return [
    { type: 'noted', n, text: 'x'.repeat(n * 20) },
    { type: 'file_added', sha256: attachments[n % 2] },
  ];
}

/** Everything that can be read of it, as one text. */
export async function contentOf(store: FactStore, { journals, attachments }: UsedStore): Promise<string> {
  const content: unknown[] = [await store.list({ limit: 100 })];
  for (const id of journals) {
    const journal = openJournal(store, id);
    content.push([await journal.describe(), await journal.facts(), await store.erasures(id)]);
    // A snapshot may be lost, and then a replay makes it again; one that is there must be as it was saved.
    const snapshot = await journal.loadSnapshot(FOLD);
    if (snapshot && !isAsSaved(snapshot)) content.push(snapshot);
  }
  // An append that is repeated under its key is answered with the first one, and nothing is written.
  for (let n = 0; n < 30; n += 3) {
    const again = await openJournal(store, 'trip').append(batchOf(n, attachments), { key: `k-${n}` });
    content.push([again.ok, again.head]);
  }
  const held = openJournal(store, journals[0] ?? '').attachments;
  for (const hash of attachments) content.push(Buffer.from(await held.get(hash)).toString('base64'));
  const { bytes: _, ...usage } = await store.usage();
  content.push(usage);
  return canonicalJson({ content }, 'content');
}

function isAsSaved({ seq, state }: { readonly seq: number; readonly state: unknown }): boolean {
  const wanted = seq === 41 ? { seq } : { seq, whole: true };
  return [20, 41, 50].includes(seq) && canonicalJson({ state }) === canonicalJson({ state: wanted });
}
