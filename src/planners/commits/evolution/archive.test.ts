import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { archiveOf, bestOf, type MeasuredCommit, measuredCommit, sampleFrom } from './archive.ts';
import { verdictOn } from './conclusion-text.ts';
import { cellOf } from './measure/archive-cell.ts';
import { medianMetrics } from './measure/median-metrics.ts';

const lower = { metric: 'ms', direction: 'lower' } as const;
const measures = [{ metric: 'lines', from: 0, to: 100, cells: 4 }];
const setup = { objective: lower, measures, inspirations: 2, seed: 3 };

const commit = (name: string, ms: number, lines = 10): MeasuredCommit => {
  const metrics = [
    { name: 'ms', value: ms },
    { name: 'lines', value: lines },
  ];
  const measured = measuredCommit({ commit: name, requestId: name, metrics }, setup);
  if (typeof measured === 'string') throw new Error(measured);
  return measured;
};

describe('cells', () => {
  test.each([
    [-5, 0],
    [0, 0],
    [24.9, 0],
    [25, 1],
    [99, 3],
    [100, 3],
    [1000, 3],
  ])('%d lines fall into cell %d', (lines, cell) => {
    expect(cellOf([{ name: 'lines', value: lines }], { measures })).toBe(cell);
  });

  test('of several measures are counted together', () => {
    const two = [...measures, { metric: 'kb', from: 0, to: 10, cells: 10 }];
    const metrics = [
      { name: 'lines', value: 60 },
      { name: 'kb', value: 3.5 },
    ];
    expect(cellOf(metrics, { measures: two })).toBe(23);
  });

  test('a commit without the objective or a measure has no cell, with the reason', () => {
    expect(measuredCommit({ commit: 'a', metrics: [{ name: 'lines', value: 1 }] }, setup)).toContain('ms');
    expect(measuredCommit({ commit: 'a', metrics: [{ name: 'ms', value: 1 }] }, setup)).toContain('lines');
  });
});

describe('the archive', () => {
  test('has the best commit of each cell, the first of equal ones', () => {
    const commits = [commit('a', 9), commit('b', 5), commit('c', 5), commit('d', 7, 80)];
    const archive = archiveOf(commits, setup);
    expect([...archive].map(([cell, elite]) => [cell, elite.commit])).toEqual([
      [0, 'b'],
      [3, 'd'],
    ]);
    expect(bestOf(commits, setup)?.commit).toBe('b');
  });

  test('keeps a commit that is best, or first or better in its cell, and says why it keeps no other', () => {
    const before = [commit('a', 10), commit('b', 20, 80)];
    expect(verdictOn(commit('c', 5), before, setup)).toMatchObject({ kept: true });
    expect(verdictOn(commit('c', 30, 30), before, setup)).toMatchObject({ kept: true });
    expect(verdictOn(commit('c', 15, 90), before, setup)).toMatchObject({ kept: true });
    const rejected = verdictOn(commit('c', 12), before, setup);
    expect(rejected.kept).toBe(false);
    expect(rejected.note).toContain('12');
    expect(rejected.note).toContain('10');
  });
});

test('sampling is deterministic for a seed, and never inspires a commit by itself', () => {
  const commits = fc.array(fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 0, max: 120 })), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(commits, fc.nat(), fc.nat({ max: 20 }), (values, seed, round) => {
      const all = values.map(([ms, lines], i) => commit(`c${i}`, ms, lines));
      const place = { round, candidate: 2 };
      const first = sampleFrom(all, { ...setup, seed }, place);
      expect(sampleFrom(all, { ...setup, seed }, place)).toEqual(first);
      const names = first?.inspirations.map((each) => each.commit) ?? [];
      expect(names).not.toContain(first?.parent.commit);
      expect(new Set(names).size).toBe(names.length);
      expect(names.length).toBeLessThanOrEqual(2);
    }),
  );
});

describe('noise', () => {
  const noisy = (name: string, ms: readonly number[], against?: readonly [string, readonly number[]]) => {
    const runs = (values: readonly number[]) => medianMetrics(values.map((value) => [{ name: 'ms', value }]));
    const measured = measuredCommit(
      {
        commit: name,
        metrics: runs(ms),
        ...(against && { against: { commit: against[0], metrics: runs(against[1]) } }),
      },
      { objective: lower, measures: [] },
    );
    if (typeof measured === 'string') throw new Error(measured);
    return measured;
  };
  const one = { objective: lower, measures: [] };

  test('several measurements are reduced to their median and spread', () => {
    expect(medianMetrics([[{ name: 'ms', value: 5 }]])).toEqual([{ name: 'ms', value: 5 }]);
    const runs = [9, 1, 5, 7, 3].map((value) => [{ name: 'ms', value, unit: 'ms' }]);
    expect(medianMetrics(runs)).toEqual([{ name: 'ms', value: 5, unit: 'ms', spread: 4 }]);
  });

  test('a gain within the noise does not count, and a clear one does', () => {
    const base = noisy('base', [100, 104, 108]);
    const lucky = noisy('lucky', [99, 103, 105]);
    const fast = noisy('fast', [50, 51, 52]);
    expect(bestOf([base, lucky], one)?.commit).toBe('base');
    expect(verdictOn(lucky, [base], one)).toMatchObject({ kept: false });
    expect(bestOf([base, lucky, fast], one)?.commit).toBe('fast');
    expect(verdictOn(fast, [base], one)).toMatchObject({ kept: true });
  });

  test('a faster machine makes no candidate the best', () => {
    const base = noisy('base', [100, 101, 102]);
    const same = noisy('same', [50, 51, 52], ['base', [50, 51, 52]]);
    const other = noisy('other', [50, 51, 52], ['elsewhere', [50, 51, 52]]);
    expect(bestOf([base, same, other], one)?.commit).toBe('base');
    expect(archiveOf([base, same, other], one).get(0)?.commit).toBe('base');
    expect(verdictOn(other, [base], one)).toMatchObject({ kept: false });
  });

  test('the best and the archive agree, whatever was measured', () => {
    const samples = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 3, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(samples, { minLength: 1, maxLength: 8 }), (all) => {
        const commits = all.map((values, i) => noisy(String(i), values));
        expect(archiveOf(commits, one).get(0)).toBe(bestOf(commits, one));
      }),
    );
  });
});
