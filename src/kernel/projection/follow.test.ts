import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { storeWith } from '../../../test/store-with.ts';
import { JournalError } from '../../journal/error.ts';
import type { Envelope } from '../../journal/fact.ts';
import { openJournal } from '../../journal/journal.ts';
import { memoryStore } from '../../journal/memory-store.ts';
import { AppendList } from '../collections/append-list.ts';
import type { Timer } from '../timer.ts';
import type { ProjectionChange } from './delivery.ts';
import { decideOn, follow, stateOf } from './follow.ts';
import type { Projection } from './projection.ts';

interface Read {
  readonly nativeFrom: number;
  readonly words: AppendList<string>;
}

/** Every word that is said, and which words are erased. */
const words: Projection<Read> = {
  initial: ({ nativeFrom }) => ({ nativeFrom, words: AppendList.empty() }),
  apply: ({ nativeFrom, words: spoken }, fact) => ({ nativeFrom, words: spoken.push(wordOf(fact)) }),
};

function wordOf(fact: Envelope): string {
  return 'word' in fact
    ? String(fact.word)
    : `${fact.type}:${'redactedType' in fact ? fact.redactedType : ''}`;
}

const saidFacts = (...all: readonly string[]) => all.map((word) => ({ type: 'said', word }));
const shown = ({ words: read }: Read): readonly string[] => [...read];

function opened() {
  const store = memoryStore();
  return { store, journal: openJournal(store, 'j') };
}

/** A timer that goes off when it is told to. */
function handTimer(): Timer & { readonly waits: number[]; ring(): void } {
  const due: (() => void)[] = [];
  const waits: number[] = [];
  return {
    waits,
    after(ms, run) {
      waits.push(ms);
      due.push(run);
      return () => void due.splice(due.indexOf(run), 1);
    },
    ring: () => {
      for (const run of due.splice(0)) run();
    },
  };
}

/** Which fact is to be erased is left to chance, and the record of an erasure cannot be. */
function unlessRecord(error: { readonly code?: string }): void {
  if (error.code !== 'fact-not-erasable') throw error;
}

describe('catching up', () => {
  it('folds existing and then new facts, each once', async () => {
    const { journal } = opened();
    const following = follow(journal, words);
    expect([shown(await following.catchUp()), following.head]).toEqual([[], 0]);
    await journal.append(saidFacts('a', 'b'));
    expect(shown(await following.catchUp())).toEqual(['a', 'b']);
    await journal.append(saidFacts('c'));
    expect([shown(await following.catchUp()), following.head]).toEqual([['a', 'b', 'c'], 3]);
    expect(await following.catchUp()).toBe(following.state);
  });

  it('serves concurrent callers', async () => {
    const { journal } = opened();
    await journal.append(saidFacts('a', 'b'));
    const following = follow(journal, words);
    const states = await Promise.all([following.catchUp(), following.catchUp(), following.catchUp()]);
    expect(states.map(shown)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('reads once for all who ask before the read begins, and again for who asks during it', async () => {
    const { store } = opened();
    const begun: PromiseWithResolvers<void>[] = [];
    const slow = storeWith(store, {
      describe: async (id) => {
        const reading = Promise.withResolvers<void>();
        begun.push(reading);
        const summary = await store.describe(id);
        await reading.promise;
        return summary;
      },
    });
    const journal = openJournal(slow, 'j');
    await journal.append(saidFacts('one'));
    const following = follow(journal, words);
    const first = Promise.all([following.catchUp(), following.catchUp()]);
    await eventually(() => begun.length).toBe(1);
    await journal.append(saidFacts('two'));
    const second = Promise.all([following.catchUp(), following.catchUp()]);
    begun[0]?.resolve();
    expect((await first).map(shown)).toEqual([['one'], ['one']]);
    await eventually(() => begun.length).toBe(2);
    begun[1]?.resolve();
    expect((await second).map(shown)).toEqual([
      ['one', 'two'],
      ['one', 'two'],
    ]);
    expect(begun).toHaveLength(2);
  });

  it('reads no fact twice while the journal is not replaced', async () => {
    const { journal } = opened();
    await journal.append(saidFacts('a'));
    const facts = vi.spyOn(journal, 'facts');
    const following = follow(journal, words);
    await following.catchUp();
    await following.catchUp();
    expect(facts).toHaveBeenCalledTimes(1);
  });

  it('drops erased facts, and changes its edition', async () => {
    const { journal } = opened();
    await journal.append(saidFacts('a', 'secret'));
    const following = follow(journal, words);
    const before = await following.catchUp();
    const { edition } = following;
    await journal.redact(2);
    expect(shown(await following.catchUp())).toEqual(['a', 'redacted:said', 'fact_erased:']);
    expect(following.edition).not.toBe(edition);
    expect(shown(before)).toEqual(['a', 'secret']);
  });

  it.each([
    ['fewer facts', saidFacts('x')],
    ['as many facts', saidFacts('x', 'y')],
    ['more facts', saidFacts('x', 'y', 'z')],
  ])('starts over with a recreated journal that has %s', async (_, facts) => {
    const { store, journal } = opened();
    await journal.append(saidFacts('a', 'b'));
    const following = follow(journal, words);
    await following.catchUp();
    const { edition } = following;
    await store.delete('j');
    await journal.append(facts);
    expect(shown(await following.catchUp())).toEqual(facts.map(({ word }) => word));
    expect(following.edition).not.toBe(edition);
  });

  it('is empty after the journal was deleted', async () => {
    const { store, journal } = opened();
    await journal.append(saidFacts('a'));
    const following = follow(journal, words);
    await following.catchUp();
    await store.delete('j');
    expect([shown(await following.catchUp()), following.head]).toEqual([[], 0]);
  });

  it('knows where a fork’s own facts begin, and notices a replaced fork', async () => {
    const store = memoryStore();
    let now = 0;
    const journal = openJournal(store, 'j', { clock: { now: () => ++now } });
    await journal.append(saidFacts('a', 'b', 'c'));
    const copy = await journal.fork(2, 'copy');
    const following = follow(copy, words);
    expect(await following.catchUp()).toMatchObject({ nativeFrom: 3 });
    await store.delete('copy');
    await journal.fork(3, 'copy');
    expect(await following.catchUp()).toMatchObject({ nativeFrom: 4 });
    expect(following.origin.nativeFrom).toBe(4);
  });

  it('works with a journal that can only be read', async () => {
    const { store, journal } = opened();
    const following = follow({ facts: (range) => journal.facts(range) }, words);
    await journal.append(saidFacts('a', 'b'));
    expect(shown(await following.catchUp())).toEqual(['a', 'b']);
    await store.delete('j');
    await journal.append(saidFacts('x', 'y'));
    expect(shown(await following.catchUp())).toEqual(['x', 'y']);
    const received: string[][] = [];
    following.subscribe(({ facts }) => void received.push(facts.map(wordOf)));
    await journal.append(saidFacts('z'));
    await following.caughtUp();
    expect(received).toEqual([['z']]);
    following.close();
  });

  it('continues after a failed read', async () => {
    const { journal } = opened();
    await journal.append(saidFacts('a'));
    let fails = true;
    const following = follow(
      {
        facts: (range) => {
          if (fails) throw new Error('away');
          return journal.facts(range);
        },
      },
      words,
    );
    await expect(following.catchUp()).rejects.toThrow('away');
    fails = false;
    expect(shown(await following.catchUp())).toEqual(['a']);
  });

  it('stops before a fact at which the projection throws', async () => {
    const { journal } = opened();
    await journal.append(saidFacts('a', 'bad', 'c'));
    const following = follow(journal, {
      initial: () => [] as readonly string[],
      apply(state, fact) {
        if (wordOf(fact) === 'bad') throw new RangeError('bad');
        return [...state, wordOf(fact)];
      },
    });
    await expect(following.catchUp()).rejects.toThrow(RangeError);
    expect([following.state, following.head]).toEqual([['a'], 1]);
  });
});

describe('facts that the caller has appended', () => {
  it('are applied without reading, if they come next', async () => {
    const { journal } = opened();
    await journal.append(saidFacts('a'));
    const following = follow(journal, words);
    await following.catchUp();
    const appended = await journal.append(saidFacts('b', 'c'));
    const facts = appended.ok ? appended.facts : [];
    expect(shown(following.accept(facts))).toEqual(['a', 'b', 'c']);
    expect(shown(following.accept(facts))).toEqual(['a', 'b', 'c']);
    await journal.append(saidFacts('d'));
    const later = await journal.append(saidFacts('e'));
    expect(shown(following.accept(later.ok ? later.facts : []))).toEqual(['a', 'b', 'c']);
    expect(shown(await following.catchUp())).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('are left to the next read if the journal is not known yet', async () => {
    const { journal } = opened();
    const following = follow(journal, words);
    const appended = await journal.append(saidFacts('a'));
    expect(shown(following.accept(appended.ok ? appended.facts : []))).toEqual([]);
    expect(shown(await following.catchUp())).toEqual(['a']);
  });
});

describe('an earlier moment', () => {
  it('is the same, however it is reached', async () => {
    const { journal } = opened();
    const all = Array.from({ length: 50 }, (_, n) => String(n + 1));
    await journal.append(saidFacts(...all));
    const following = follow(journal, words, { checkpoints: { every: 4, most: 3 } });
    for (const seq of [50, 1, 49, 17, 18, 33, 2, 50]) {
      expect(shown(await following.at(seq))).toEqual(all.slice(0, seq));
    }
    expect(shown(following.state)).toEqual(all);
  });

  it('is reached from the nearest checkpoint', async () => {
    const { journal } = opened();
    await journal.append(saidFacts(...Array.from({ length: 40 }, String)));
    const following = follow(journal, words, { checkpoints: { every: 10 } });
    await following.at(35);
    const facts = vi.spyOn(journal, 'facts');
    await following.at(25);
    expect(facts).toHaveBeenCalledWith({ from: 21, to: 25 });
  });

  it('does not contain what was erased since the checkpoint', async () => {
    const { journal } = opened();
    await journal.append(saidFacts('a', 'secret', 'c', 'd'));
    const following = follow(journal, words, { checkpoints: { every: 2 } });
    await following.at(3);
    await journal.redact(2);
    expect(shown(await following.at(3))).toEqual(['a', 'redacted:said', 'c']);
  });

  it.each([0, 3, -1, 1.5])('is refused if the journal does not have it: %s', async (seq) => {
    const { journal } = opened();
    await journal.append(saidFacts('a', 'b'));
    await expect(follow(journal, words).at(seq)).rejects.toMatchObject({ code: 'invalid-seq' });
  });
});

describe('subscribing', () => {
  const heardBy = (changes: ProjectionChange<Read>[]) =>
    changes.map(({ facts, restarted }) => [facts.map(wordOf).join(' '), restarted]);

  it('reports existing and new facts, in order, until it ends', async () => {
    const { journal } = opened();
    await journal.append(saidFacts('a', 'b'));
    const following = follow(journal, words);
    const changes: ProjectionChange<Read>[] = [];
    const end = following.subscribe((change) => void changes.push(change));
    await following.caughtUp();
    await journal.append(saidFacts('c'));
    await following.caughtUp();
    end();
    await journal.append(saidFacts('d'));
    await following.caughtUp();
    expect(heardBy(changes)).toEqual([
      ['a b', false],
      ['c', false],
    ]);
    expect(changes.map(({ state }) => shown(state))).toEqual([
      ['a', 'b'],
      ['a', 'b', 'c'],
    ]);
  });

  it('reports only later changes to a later subscriber', async () => {
    const { journal } = opened();
    await journal.append(saidFacts('a'));
    const following = follow(journal, words);
    await following.catchUp();
    const changes: ProjectionChange<Read>[] = [];
    following.subscribe((change) => void changes.push(change));
    await journal.append(saidFacts('b'));
    await following.caughtUp();
    expect(heardBy(changes)).toEqual([['b', false]]);
    following.close();
  });

  it('reports the current state first, on request', async () => {
    const { journal } = opened();
    await journal.append(saidFacts('a'));
    const following = follow(journal, words);
    await following.catchUp();
    const changes: ProjectionChange<Read>[] = [];
    following.subscribe((change) => void changes.push(change), { now: true });
    await following.caughtUp();
    await journal.append(saidFacts('b'));
    await following.caughtUp();
    expect(changes.map(({ state, facts }) => [shown(state).length, facts.length])).toEqual([
      [1, 0],
      [2, 1],
    ]);
    following.close();
  });

  it('reports an erasure and a recreated journal', async () => {
    const { store, journal } = opened();
    await journal.append(saidFacts('a', 'secret'));
    const following = follow(journal, words);
    await following.catchUp();
    const changes: ProjectionChange<Read>[] = [];
    following.subscribe((change) => void changes.push(change));
    await journal.redact(2);
    await eventually(() => changes).toHaveLength(1);
    await store.delete('j');
    await eventually(() => changes).toHaveLength(2);
    await journal.append(saidFacts('x'));
    await eventually(() => changes).toHaveLength(3);
    expect(changes.map(({ state, restarted }) => [shown(state).join(' '), restarted])).toEqual([
      ['a redacted:said fact_erased:', true],
      ['', true],
      ['x', false],
    ]);
    expect(changes.map(({ facts }) => facts.map(wordOf))).toEqual([
      ['a', 'redacted:said', 'fact_erased:'],
      [],
      ['x'],
    ]);
    following.close();
  });

  it('retries a failed listener with increasing delays, with later changes included', async () => {
    const { journal } = opened();
    const timer = handTimer();
    const errors: unknown[] = [];
    const following = follow(journal, words, { timer, onError: (error) => errors.push(error) });
    const received: string[] = [];
    let failures = 2;
    following.subscribe(async ({ facts }) => {
      if (failures-- > 0) throw new Error('not now');
      received.push(facts.map(wordOf).join(' '));
    });
    await journal.append(saidFacts('a'));
    await following.caughtUp();
    await journal.append(saidFacts('b'));
    await following.caughtUp();
    expect([received, errors.length, timer.waits]).toEqual([[], 1, [200]]);
    timer.ring();
    await eventually(() => timer.waits).toEqual([200, 400]);
    timer.ring();
    await eventually(() => received).toEqual(['a b']);
    following.close();
  });

  it('does not delay other listeners for a failing one', async () => {
    const { journal } = opened();
    const following = follow(journal, words, { timer: handTimer() });
    const received: string[] = [];
    following.subscribe(() => Promise.reject(new Error('never')));
    following.subscribe(({ facts }) => void received.push(...facts.map(wordOf)));
    await journal.append(saidFacts('a'));
    await following.caughtUp();
    await journal.append(saidFacts('b'));
    await following.caughtUp();
    expect(received).toEqual(['a', 'b']);
    following.close();
  });

  it('retries a store that cannot be read', async () => {
    const { journal } = opened();
    const timer = handTimer();
    const errors: unknown[] = [];
    let fails = true;
    const following = follow(
      {
        watch: (listener) => journal.watch(listener),
        facts: (range) => {
          if (fails) throw new Error('away');
          return journal.facts(range);
        },
      },
      words,
      { timer, onError: (error) => errors.push(error) },
    );
    const received: string[] = [];
    following.subscribe(({ facts }) => void received.push(...facts.map(wordOf)));
    await journal.append(saidFacts('a'));
    await eventually(() => errors).toHaveLength(1);
    fails = false;
    timer.ring();
    await eventually(() => received).toEqual(['a']);
    following.close();
  });

  it('ends with the store', async () => {
    const { store, journal } = opened();
    await journal.append(saidFacts('a'));
    const errors: unknown[] = [];
    const following = follow(journal, words, { onError: (error) => errors.push(error) });
    following.subscribe(() => {
      throw new JournalError('store-closed', {
        expected: 'an open store',
        actual: 'closed',
        fix: 'Open it.',
      });
    });
    await following.caughtUp();
    await store.close();
    await following.caughtUp();
    expect(errors).toEqual([]);
  });

  it('lets a listener append and read the state', async () => {
    const { journal } = opened();
    const following = follow(journal, words);
    following.subscribe(async ({ state }) => {
      if (state.words.length < 5) await journal.append(saidFacts(`more ${state.words.length}`));
      await following.catchUp();
    });
    await journal.append(saidFacts('a'));
    await following.caughtUp();
    expect(shown(following.state)).toEqual(['a', 'more 1', 'more 2', 'more 3', 'more 4']);
    following.close();
  });
});

it('the state of a journal is cached per journal object and projection', async () => {
  const { journal } = opened();
  await journal.append(saidFacts('a'));
  const facts = vi.spyOn(journal, 'facts');
  const [one, other] = [await stateOf(journal, words), await stateOf(journal, words)];
  expect(one).toBe(other);
  expect(facts).toHaveBeenCalledTimes(1);
});

type Deed =
  | { readonly type: 'append'; readonly count: number }
  | { readonly type: 'redact'; readonly at: number }
  | { readonly type: 'replace'; readonly count: number }
  | { readonly type: 'catchUp' }
  | { readonly type: 'at'; readonly at: number };

const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ type: fc.constant('append' as const), count: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ type: fc.constant('redact' as const), at: fc.nat() }),
  fc.record({ type: fc.constant('replace' as const), count: fc.nat(4) }),
  fc.constant({ type: 'catchUp' as const }),
  fc.record({ type: fc.constant('at' as const), at: fc.nat() }),
);

it('a journal recreated between two pages of one read is read again', async () => {
  const { store } = opened();
  const clock = { now: () => 0 };
  const journal = openJournal(store, 'j', { clock });
  await journal.append(saidFacts('a'));
  let pages = 0;
  const read: typeof store.read = async (...asked) => {
    const page = await store.read(...asked);
    pages += 1;
    if (pages !== 2) return page;
    await store.delete('j');
    await journal.append(saidFacts('b', 'c'));
    return page;
  };
  const pushed = follow(openJournal(storeWith(store, { read }), 'j', { clock }), words);
  pushed.subscribe(() => {});
  await eventually(() => pages).toBeGreaterThan(2);
  await pushed.caughtUp();
  expect(shown(pushed.state)).toEqual(['b', 'c']);
  pushed.close();
});

it('whatever happens to a journal, the state is that of a fresh fold, and no state changes later', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { maxLength: 25 }), fc.boolean(), async (deeds, isWaitedFor) => {
      const { store, journal } = opened();
      const pulled = follow(journal, words, { checkpoints: { every: 3, most: 2 } });
      const pushed = follow(journal, words);
      let reported = pushed.state;
      pushed.subscribe(({ state }) => {
        reported = state;
      });
      const fresh = async (to?: number) =>
        (await journal.facts(to === undefined ? {} : { to })).map((fact) => wordOf(fact));
      const handedOut: { readonly state: Read; readonly then: readonly string[] }[] = [];
      let word = 0;
      const more = (count: number) => saidFacts(...Array.from({ length: count }, () => String(word++)));
      const underWay: Promise<unknown>[] = [];
      for (const each of deeds) {
        const head = await journal.head();
        if (each.type === 'append') await journal.append(more(each.count));
        if (each.type === 'redact' && head > 0)
          await journal.redact(1 + (each.at % head)).catch(unlessRecord);
        if (each.type === 'replace') {
          await store.delete('j');
          if (each.count > 0) await journal.append(more(each.count));
        }
        if (each.type === 'catchUp' && !isWaitedFor) underWay.push(pulled.catchUp());
        if (each.type === 'catchUp' && isWaitedFor) {
          const state = await pulled.catchUp();
          const then = shown(state);
          expect(then).toEqual(await fresh());
          handedOut.push({ state, then });
        }
        if (each.type === 'at' && head > 0) {
          const seq = 1 + (each.at % head);
          if (isWaitedFor) expect(shown(await pulled.at(seq))).toEqual(await fresh(seq));
        }
      }
      await Promise.all(underWay);
      expect(shown(await pulled.catchUp())).toEqual(await fresh());
      await pushed.caughtUp();
      expect(shown(reported)).toEqual(await fresh());
      expect(shown(pushed.state)).toEqual(await fresh());
      for (const { state, then } of handedOut) expect(shown(state)).toEqual(then);
      pushed.close();
    }),
    { numRuns: 300 },
  );
});

describe('a decision on the state of a journal', () => {
  const once = (word: string) => (state: Read) => ({
    append: [...state.words].includes(word) ? [] : saidFacts(word),
  });

  it('is made once among all who decide at the same time', async () => {
    const { store, journal } = opened();
    const others = Array.from({ length: 5 }, () => openJournal(store, 'j'));
    await Promise.all([journal, ...others].map((each) => decideOn(each, words, once('a'))));
    expect(shown(await stateOf(journal, words))).toEqual(['a']);
  });

  it('uses the current state, even in a recreated journal', async () => {
    const { store, journal } = opened();
    await decideOn(journal, words, once('a'));
    await store.delete('j');
    const { facts, head } = await decideOn(journal, words, once('a'));
    expect([facts.map(wordOf), head]).toEqual([['a'], 1]);
    expect(await decideOn(journal, words, once('a'))).toMatchObject({ facts: [], head: 1 });
  });
});
