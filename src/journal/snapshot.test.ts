import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snapshotFrom, snapshotsToDrop, snapshotText } from './snapshot.ts';

/** What is kept when a snapshot is saved at each of these seqs and the rest is thinned out each time. */
function keptOf(seqs: Iterable<number>): number[] {
  let kept: number[] = [];
  for (const seq of seqs) {
    const all = [...kept, seq];
    const drop = new Set(snapshotsToDrop(all));
    kept = all.filter((each) => !drop.has(each));
  }
  return kept;
}

describe('thinning snapshots', () => {
  it('keeps the newest', () => {
    const seqs = fc.uniqueArray(fc.nat(1_000_000), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(seqs, (saved) => {
        const drop = snapshotsToDrop(saved);
        expect(drop).not.toContain(Math.max(...saved));
        expect(saved).toEqual(expect.arrayContaining(drop));
        expect(saved.length - drop.length).toBeLessThanOrEqual(Math.ceil(Math.log2(1_000_000)) + 2);
      }),
    );
  });

  it('drops nothing when there is one, or when all are far apart', () => {
    expect(snapshotsToDrop([7])).toEqual([]);
    expect(snapshotsToDrop([1000, 900, 500, 1])).toEqual([]);
  });

  it('does not depend on the order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(500), { minLength: 1 }), (seqs) => {
        expect(snapshotsToDrop(seqs).toSorted()).toEqual(snapshotsToDrop(seqs.toReversed()).toSorted());
      }),
    );
  });

  it('keeps a handful of 100,000, close together near the end and far apart at the start', () => {
    const kept = keptOf(Array.from({ length: 100_000 }, (_, i) => i + 1)).toSorted((a, b) => b - a);
    expect(kept[0]).toBe(100_000);
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.length).toBeLessThanOrEqual(18);
    for (const back of [1, 10, 100, 1000, 10_000, 50_000]) {
      const wanted = 100_000 - back;
      const found = kept.find((seq) => seq <= wanted);
      expect(found).toBeDefined();
      expect(wanted - (found ?? 0)).toBeLessThanOrEqual(4 * back);
    }
  });
});

describe('the text of a snapshot', () => {
  it('restores the state', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (state) => {
        const snapshot = { name: 'n', version: 2, seq: 3, state };
        expect(snapshotFrom(snapshotText(snapshot))).toEqual({
          ...snapshot,
          state: JSON.parse(JSON.stringify(state)),
        });
      }),
    );
  });

  it('is refused for a state that is not JSON', () => {
    for (const state of [undefined, () => 1, Symbol('s')]) {
      expect(() => snapshotText({ name: 'n', version: 1, seq: 1, state })).toThrow(
        expect.objectContaining({ code: 'invalid-payload' }),
      );
    }
  });

  it('is ignored if damaged', () => {
    expect(snapshotFrom({ name: 'n', version: 1, seq: 1, state: '{"a":' })).toBeUndefined();
  });
});
