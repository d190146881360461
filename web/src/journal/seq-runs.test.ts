import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SeqRuns } from './seq-runs.ts';

const someSeqs = fc
  .uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 80 })
  .map((seqs) => seqs.toSorted((a, b) => a - b));

function runsOf(seqs: readonly number[]): SeqRuns {
  const runs = new SeqRuns();
  for (const seq of seqs) runs.add(seq);
  return runs;
}

describe('stretches of seqs', () => {
  it('have every seq in its row, and every row leads back to its seq', () => {
    fc.assert(
      fc.property(someSeqs, (seqs) => {
        const runs = runsOf(seqs);
        expect(runs.count).toBe(seqs.length);
        expect(seqs.map((_, row) => runs.at(row))).toEqual(seqs);
        expect(seqs.map((seq) => runs.rowOf(seq))).toEqual(seqs.map((_, row) => row));
      }),
    );
  });

  it('know for a seq that is left out where the next one stands', () => {
    fc.assert(
      fc.property(someSeqs, fc.integer({ min: 0, max: 220 }), (seqs, asked) => {
        const next = seqs.findIndex((seq) => seq >= asked);
        expect(runsOf(seqs).rowOf(asked)).toBe(next === -1 ? seqs.length : next);
      }),
    );
  });

  it('take nothing in twice', () => {
    const runs = new SeqRuns([
      [1, 5],
      [8, 9],
    ]);
    runs.add(3, 9);
    runs.add(4, 12);
    expect([runs.count, runs.last, runs.at(7)]).toEqual([10, 12, 10]);
    expect(runs.at(10)).toBeUndefined();
    expect(runs.at(-1)).toBeUndefined();
  });
});
