import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { storeWith } from '../../test/store-with.ts';
import type { Envelope, ProposedFact } from '../journal/fact.ts';
import { type FactStore, type Journal, memoryStore, openJournal } from '../journal/index.ts';
import { SimulatedClock } from '../testing/simulated-clock.ts';
import { type Pairing, type PairOptions, pairSessions } from './pair-sessions.ts';

const open: Pairing[] = [];
afterEach(() => {
  for (const pairing of open.splice(0)) pairing.close();
});

async function paired(
  store: FactStore,
  options: PairOptions = {},
  [first, second] = [
    openJournal(store, 'a') as Journal<Envelope>,
    openJournal(store, 'b') as Journal<Envelope>,
  ],
) {
  const pairing = await pairSessions(first, second, options);
  open.push(pairing);
  return pairing;
}

const say = (messageId: string, more: object = {}): ProposedFact => ({
  type: 'remote_sent',
  messageId,
  text: messageId,
  ...more,
});

/** What a side has seen, its statuses in capitals. */
async function story(store: FactStore, id: string): Promise<string> {
  const facts = await openJournal(store, id).facts();
  return facts
    .flatMap(({ type, messageId, a2a, name }) => {
      if (type === 'remote_sent') return [`>${messageId}`];
      if (type === 'remote_received') return [`<${messageId}`];
      if (type === 'attachment_added') return [`+${name}`];
      return type === 'status_changed' ? [String(a2a).toUpperCase()] : [];
    })
    .join(' ');
}

describe('a pairing', () => {
  it('transfers messages and the turn', async () => {
    const store = memoryStore();
    const pairing = await paired(store);
    await openJournal(store, 'a').append([say('m1')]);
    await pairing.idle();
    expect(await story(store, 'a')).toBe('INPUT-REQUIRED >m1 WORKING');
    expect(await story(store, 'b')).toBe('WORKING <m1 INPUT-REQUIRED');
  });

  it('ends on both sides when one is cancelled, after what was sent before', async () => {
    const store = memoryStore();
    const pairing = await paired(store);
    await openJournal(store, 'a').append([say('m1'), { type: 'status_changed', a2a: 'canceled', by: 'Ada' }]);
    await pairing.idle();
    expect(await story(store, 'a')).toBe('INPUT-REQUIRED >m1 CANCELED');
    expect(await story(store, 'b')).toBe('WORKING <m1 CANCELED');
  });

  it('ends on both sides however one of them ended, also without a last word', async () => {
    const store = memoryStore();
    const pairing = await paired(store);
    await openJournal(store, 'a').append([say('m1'), { type: 'status_changed', a2a: 'rejected' }]);
    await pairing.idle();
    expect(await story(store, 'b')).toBe('WORKING <m1 REJECTED');
    await openJournal(store, 'c').append([{ type: 'status_changed', a2a: 'failed' }]);
    const other = await pairSessions(openJournal(store, 'c'), openJournal(store, 'd'));
    await other.idle();
    other.close();
    expect(await story(store, 'd')).toBe('WORKING FAILED');
  });

  it('is not restarted by pending messages after its end', async () => {
    const store = memoryStore();
    const pairing = await paired(store);
    await openJournal(store, 'b').append([{ type: 'status_changed', a2a: 'completed' }]);
    await openJournal(store, 'a').append([say('m1')]);
    await pairing.idle();
    expect(await story(store, 'b')).toBe('WORKING COMPLETED <m1');
    expect(await story(store, 'a')).toMatch(/COMPLETED$/);
  });

  it('stays completed even if the other side is cancelled later', async () => {
    const store = memoryStore();
    await openJournal(store, 'b').append([{ type: 'status_changed', a2a: 'completed' }]);
    const pairing = await paired(store);
    await openJournal(store, 'a').append([{ type: 'status_changed', a2a: 'canceled', by: 'Ada' }]);
    await pairing.idle();
    expect(await story(store, 'b')).toBe('COMPLETED');
  });

  it('loses and duplicates nothing, wherever it dies', async () => {
    const uncut = await cutAfter(Number.POSITIVE_INFINITY);
    for (let appends = 0; appends < 12; appends++) expect(await cutAfter(appends)).toEqual(uncut);
    expect(uncut).toEqual([
      'INPUT-REQUIRED >m1 WORKING <m2 INPUT-REQUIRED +a.txt >m3 COMPLETED',
      'WORKING <m1 INPUT-REQUIRED >m2 WORKING +a.txt <m3 COMPLETED',
    ]);
  });

  /** A conversation whose first pairing can append only so often; then another one takes over. */
  async function cutAfter(appends: number): Promise<string[]> {
    const store = memoryStore();
    let left = appends;
    const dying = storeWith(store, {
      append: (request) => (left-- > 0 ? store.append(request) : Promise.reject(new Error('died'))),
    });
    let pairing = await paired(dying, { timer: new SimulatedClock() }).catch(() => undefined);
    const carriedOver = async () => {
      await pairing?.idle();
      if (pairing && left >= 0) return;
      pairing?.close();
      left = Number.POSITIVE_INFINITY;
      pairing = await paired(store);
      await pairing.idle();
    };
    const [a, b] = [openJournal(store, 'a'), openJournal(store, 'b')];
    const { sha256, size } = await a.attachments.put(new TextEncoder().encode('a'));
    const file = { name: 'a.txt', mimeType: 'text/plain', sha256, size };
    const turns: [Journal, ProposedFact[]][] = [
      [a, [say('m1')]],
      [b, [say('m2')]],
      [
        a,
        [
          { type: 'attachment_added', ...file, origin: 'tool' },
          say('m3', { attachments: [file] }),
          { type: 'status_changed', a2a: 'completed' },
        ],
      ],
    ];
    for (const [journal, facts] of turns) {
      await carriedOver();
      await journal.append(facts);
    }
    await carriedOver();
    return [await story(store, 'a'), await story(store, 'b')];
  }

  it('continues after a store failure, and reports it', async () => {
    const store = memoryStore();
    const clock = new SimulatedClock();
    let broken = false;
    const flaky = storeWith(store, {
      append: (request) => (broken ? Promise.reject(new Error('locked')) : store.append(request)),
    });
    const troubles: unknown[] = [];
    const pairing = await paired(flaky, { timer: clock, onError: (error) => troubles.push(error) });
    await pairing.idle();
    broken = true;
    await openJournal(store, 'a').append([say('m1')]);
    await pairing.idle();
    await eventually(() => troubles.length).toBe(1);
    broken = false;
    clock.advance(200);
    await eventually(() => story(store, 'b')).toBe('WORKING <m1 INPUT-REQUIRED');
  });

  it('transfers a message whose file is gone, and reports that', async () => {
    const store = memoryStore();
    const troubles: unknown[] = [];
    const pairing = await paired(store, { onError: (error) => troubles.push(error) });
    await openJournal(store, 'a').append([
      say('m1', { attachments: [{ name: 'a.txt', sha256: 'f'.repeat(64) }] }),
    ]);
    await pairing.idle();
    expect(await story(store, 'b')).toBe('WORKING <m1 INPUT-REQUIRED');
    expect(troubles).toMatchObject([{ code: 'attachment-not-found' }]);
  });

  it('does not read again the files of what has arrived', async () => {
    const store = memoryStore();
    const { sha256 } = await openJournal(store, 'a').attachments.put(new Uint8Array([1]));
    (await paired(store)).close();
    await openJournal(store, 'a').append([say('m1', { attachments: [{ name: 'a', sha256 }] })]);
    await (await paired(store)).idle();
    let reads = 0;
    const counting = storeWith(store, {
      getAttachment: (hash) => {
        reads += 1;
        return store.getAttachment(hash);
      },
    });
    await (await paired(counting)).idle();
    expect(reads).toBe(0);
  });

  it('does not resend what a copy inherited', async () => {
    const store = memoryStore();
    const original = openJournal(store, 'original');
    await original.append([{ type: 'status_changed', a2a: 'working' }, say('m1')]);
    const copy = (await original.fork(2, 'a')) as Journal<Envelope>;
    const pairing = await paired(store, {}, [copy, openJournal(store, 'b') as Journal<Envelope>]);
    await pairing.idle();
    expect(await story(store, 'b')).toBe('WORKING');
    await copy.append([say('m2')]);
    await pairing.idle();
    expect(await story(store, 'b')).toBe('WORKING <m2 INPUT-REQUIRED');
  });

  it('leaves an archived session alone, and ends the conversation for the other side', async () => {
    const store = memoryStore();
    const pairing = await paired(store);
    await openJournal(store, 'b').append([{ type: 'session_archived' }]);
    await openJournal(store, 'a').append([say('m1')]);
    await pairing.idle();
    expect(await story(store, 'a')).toBe('INPUT-REQUIRED >m1 CANCELED');
    expect(await story(store, 'b')).toBe('WORKING');
    pairing.close();
    await (await paired(store)).idle();
    expect(await story(store, 'a')).toBe('INPUT-REQUIRED >m1 CANCELED');
  });

  it('keeps a status that was set after the message', async () => {
    const store = memoryStore();
    (await paired(store)).close();
    await openJournal(store, 'a').append([say('m1'), { type: 'status_changed', a2a: 'failed' }]);
    await (await paired(store)).idle();
    expect(await story(store, 'a')).toBe('INPUT-REQUIRED >m1 FAILED');
  });

  it('ends with its store, whichever is closed first', async () => {
    const store = memoryStore();
    const pairing = await paired(store);
    await openJournal(store, 'a').append([say('m1')]);
    await store.close();
    pairing.close();
    await pairing.idle();
  });
});

describe('a session that is to be paired with itself', () => {
  it.each<[string, (store: FactStore) => readonly [Journal<Envelope>, Journal<Envelope>]]>([
    [
      'as one journal',
      (store) => {
        const journal = openJournal(store, 'a') as Journal<Envelope>;
        return [journal, journal];
      },
    ],
    [
      'opened twice',
      (store) => [openJournal(store, 'a') as Journal<Envelope>, openJournal(store, 'a') as Journal<Envelope>],
    ],
  ])('%s is refused, and nothing is appended', async (_, open) => {
    const store = memoryStore();
    await openJournal(store, 'a').append([{ type: 'status_changed', a2a: 'working' }]);
    const [first, second] = open(store);
    await expect(pairSessions(first, second)).rejects.toMatchObject({
      name: 'HostError',
      code: 'paired-with-itself',
    });
    expect(await first.head()).toBe(1);
  });

  it('is another one when it is in another store', async () => {
    const [first, second] = [memoryStore(), memoryStore()];
    await openJournal(first, 'a').append([say('m1')]);
    await openJournal(second, 'a', { clock: new SimulatedClock() }).append([{ type: 'note' }]);
    const journals = [first, second].map((store) => openJournal(store, 'a') as Journal<Envelope>);
    const [one, other] = journals;
    if (one === undefined || other === undefined) throw new Error('two journals');
    const pairing = await paired(first, {}, [one, other]);
    await pairing.idle();
    expect(await story(second, 'a')).toContain('<m1');
  });
});
