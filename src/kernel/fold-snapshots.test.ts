import { describe, expect, it } from 'vitest';
import { storeWith } from '../../test/store-with.ts';
import { type FactStore, memoryStore, openJournal } from '../journal/index.ts';
import { foldJournal } from './fold-journal.ts';

interface Tally {
  readonly seen: readonly number[];
}

/** Sums up, and notes how many events it was given at a time. */
function tallying(parts: number[] = []) {
  return {
    name: 'tally',
    version: 1,
    fold: (events: readonly { readonly type: string }[], from?: Tally): Tally => {
      parts.push(events.length);
      return events.length === 0 && from ? from : { seen: [...(from?.seen ?? []), events.length] };
    },
    snapshot: (tally: Tally) => tally,
  };
}

async function journalOf(facts: number, store: FactStore = memoryStore()) {
  const journal = openJournal(store, 'j');
  for (let left = facts; left > 0; left -= 1000) {
    await journal.append(Array.from({ length: Math.min(left, 1000) }, () => ({ type: 'counted' })));
  }
  return journal;
}

const TALLY = { name: 'tally', version: 1 };

describe('the snapshot of a fold', () => {
  it.each([
    [499, undefined],
    [500, { name: 'tally', version: 1, seq: 500, state: { seen: [500] } }],
  ])('is saved after 500 facts by default: of %s', async (facts, saved) => {
    const journal = await journalOf(facts);
    await foldJournal(journal, tallying());
    expect(await journal.loadSnapshot(TALLY)).toEqual(saved);
  });

  it('is saved again after as many further facts', async () => {
    const journal = await journalOf(4);
    const options = { ...tallying(), snapshotEvery: 3 };
    await foldJournal(journal, options);
    await journal.append([{ type: 'counted' }, { type: 'counted' }]);
    await foldJournal(journal, options);
    expect(await journal.loadSnapshot(TALLY)).toMatchObject({ seq: 4 });
    await journal.append([{ type: 'counted' }]);
    expect(await foldJournal(journal, options)).toEqual({ folded: { seen: [4, 3] }, head: 7 });
    expect(await journal.loadSnapshot(TALLY)).toMatchObject({ seq: 7, state: { seen: [4, 3] } });
  });

  it('counts bookkeeping towards the interval, but does not pass it to the fold', async () => {
    const journal = await journalOf(1);
    await journal.append([{ type: 'reaction_settled', work: 'w', target: 1 }, { type: 'model_used' }]);
    const parts: number[] = [];
    const { head } = await foldJournal(journal, { ...tallying(parts), snapshotEvery: 3 });
    expect([head, parts[0]]).toEqual([3, 1]);
    expect(await journal.loadSnapshot(TALLY)).toMatchObject({ seq: 3 });
  });

  it('is not saved if a fact was erased while it was made', async () => {
    const store = memoryStore();
    const plain = await journalOf(3, store);
    const erasing = storeWith(store, {
      read: async (id, range) => {
        const facts = await store.read(id, range);
        if ((await store.redactions()) === 0) await plain.redact(1);
        return facts;
      },
    });
    await foldJournal(openJournal(erasing, 'j'), { ...tallying(), snapshotEvery: 1 });
    expect(await plain.loadSnapshot(TALLY)).toBeUndefined();
    await foldJournal(plain, { ...tallying(), snapshotEvery: 1 });
    expect(await plain.loadSnapshot(TALLY)).toMatchObject({ seq: 4 });
  });

  it('is what the fold continues from in the same run, as if loaded from the store', async () => {
    const journal = await journalOf(2);
    const froms: unknown[] = [];
    const { folded } = await foldJournal(journal, {
      name: 'dates',
      version: 1,
      fold: (_events: readonly { readonly type: string }[], from?: { readonly at: unknown }) => {
        froms.push(from);
        return { at: from?.at ?? new Date(0) };
      },
      snapshot: ({ at }) => ({ at: at instanceof Date ? at.toISOString() : at }),
      snapshotEvery: 1,
    });
    expect(froms).toEqual([undefined, { at: '1970-01-01T00:00:00.000Z' }]);
    expect(folded).toEqual({ at: '1970-01-01T00:00:00.000Z' });
  });

  it('is deeply frozen when the fold gets it', async () => {
    const journal = await journalOf(1);
    const state = { list: [{ deep: [1] }], none: null, text: 'a' };
    await journal.saveSnapshot({ ...TALLY, seq: 1, state });
    const { folded } = await foldJournal(journal, {
      ...TALLY,
      fold: (_events: readonly { readonly type: string }[], from?: typeof state) => from,
      snapshot: () => state,
    });
    expect(folded).toEqual(state);
    expect([folded, folded?.list, folded?.list[0], folded?.list[0]?.deep].every(Object.isFrozen)).toBe(true);
  });
});

describe('a fold without snapshots', () => {
  it('is given all events at once, however many there are', async () => {
    const journal = await journalOf(12_000);
    const parts: number[] = [];
    const { name, version, fold } = tallying(parts);
    const { head } = await foldJournal(journal, { name, version, fold });
    expect([head, parts]).toEqual([12_000, [12_000]]);
    expect(await journal.loadSnapshot(TALLY)).toBeUndefined();
  });
});
