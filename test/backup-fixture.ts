import { type FactStore, openJournal } from '../src/journal/index.ts';

/** How much a generated store holds. */
export interface StoreSize {
  readonly journals: number;
  readonly facts: number;
}

/**
 * A store as years of use leave it: journals of different lengths, forks, forks of forks, forks that share nothing or
 * everything, one whose parent is gone, erased facts on both sides of a fork, and attachments that journals share.
 */
export async function fill(store: FactStore, { journals, facts }: StoreSize): Promise<void> {
  for (let j = 0; j < journals; j++) {
    const journal = openJournal(store, `plan:${String(j).padStart(3, '0')}`);
    const { sha256 } = await journal.attachments.put(new TextEncoder().encode(`file ${j % 5} `.repeat(500)));
    const share = Math.ceil(facts / journals);
    for (let n = 0; n < share; n += 500) {
      const size = Math.min(500, share - n);
      await journal.append([
        { type: 'file_added', sha256 },
        ...Array.from({ length: size - 1 }, (_, i) => ({
          type: 'note_added',
          n: n + i,
          text: `grün \u2028 ${'x'.repeat((i * 7) % 90)}`,
        })),
      ]);
    }
    if (j % 2 === 0) await journal.redact(2);
    const head = await journal.head();
    const at = [0, Math.ceil(head / 2), head][j % 3] ?? 0;
    await journal.fork(at, `fork:${j}`);
    const fork = openJournal(store, `fork:${j}`);
    await fork.append([
      { type: 'note_added', text: `own ${j}` },
      { type: 'file_added', sha256 },
    ]);
    // An id that comes before that of its parent.
    await fork.fork(at + 1, `a-fork-of-a-fork:${j}`);
    if (j % 2 === 1) await openJournal(store, `a-fork-of-a-fork:${j}`).redact(at + 1);
  }
  await store.delete('plan:001');
}

/** All that is known of every journal but when and where it was made, and every attachment. */
export async function contents(store: FactStore): Promise<object[]> {
  const all: object[] = [];
  for (const { id, head, hash } of await store.list({ limit: 1000 })) {
    const facts = await store.read(id, { from: 1, to: head, limit: head });
    const rest = await restOf(store, id, facts.length, head);
    const hashes = [...facts, ...rest].flatMap(({ payload }) => payload?.match(/[0-9a-f]{64}/g) ?? []);
    const attachments = await Promise.all([...new Set(hashes)].map((each) => store.getAttachment(each)));
    all.push({ id, head, hash, facts: [...facts, ...rest], attachments });
  }
  return all;
}

/** A page may end before its limit. */
async function restOf(store: FactStore, id: string, read: number, head: number) {
  const rest = [];
  for (let from = read + 1; from <= head; ) {
    const page = await store.read(id, { from, to: head, limit: head });
    rest.push(...page);
    from += page.length;
  }
  return rest;
}

/** Which journal each fork shares its facts with. */
export async function forksOf(store: FactStore): Promise<Record<string, object>> {
  const forks = (await store.list({ limit: 1000 })).filter(({ origin }) => origin.type === 'fork');
  return Object.fromEntries(forks.map(({ id, origin }) => [id, origin]));
}
