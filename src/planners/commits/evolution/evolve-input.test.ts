import { expect, test } from 'vitest';
import { DEFAULT_COMMITS_CONFIG } from '../config.ts';
import { EvolveInput, evolutionStarted, evolveInputFor } from './evolve-input.ts';

const started = (given: Record<string, unknown>) =>
  evolutionStarted(
    EvolveInput.parse({ goal: 'Faster', evaluators: ['node bench.mjs'], ...given }),
    DEFAULT_COMMITS_CONFIG,
    { evolutionId: 'e1', by: 'ada' },
  );

test("the host's evaluators are the default", () => {
  const named = evolveInputFor(['node bench.mjs']);
  expect(named.parse({ goal: 'Faster' }).evaluators).toEqual(['node bench.mjs']);
  expect(named.parse({ goal: 'Faster', evaluators: ['make'] }).evaluators).toEqual(['make']);
  expect(evolveInputFor([]).safeParse({ goal: 'Faster' }).success).toBe(false);
});

test('files that an evaluator uses are protected like the named ones', () => {
  const { protect } = started({ evaluators: ['node ./bench/run.mjs --fast'], protect: ['test/'] });
  expect(protect).toEqual(['test', 'bench/run.mjs']);
  expect(started({ evaluators: ['node "Prüf ung.mjs"'] }).protect).toEqual(['Prüf ung.mjs']);
  expect(started({ evaluators: ['["sh", "-c", "make && node bench.mjs"]'] }).protect).toEqual(['bench.mjs']);
});

test("protected paths are in git's notation, however they are written", () => {
  const protect = ['./x/../tests/', 'bench//a.mjs', 'bench/*.mjs'];
  expect(started({ evaluators: ['node x'], protect }).protect).toEqual([
    'tests',
    'bench/a.mjs',
    'bench/*.mjs',
  ]);
});

test('measures and patterns are parsed from their short form', () => {
  expect(started({ measures: ['lines=0..200/10'], patterns: ['ms=took ([0-9.]+) ms'] })).toMatchObject({
    measures: [{ metric: 'lines', from: 0, to: 200, cells: 10 }],
    patterns: [{ name: 'ms', pattern: 'took ([0-9.]+) ms' }],
  });
});

test.each([
  [{ measures: ['lines'] }],
  [{ measures: ['lines=9..1/2'] }],
  [{ patterns: ['ms=('] }],
  [{ evaluators: ['"half quoted'] }],
  [{ protect: ['.'] }],
  [{ protect: ['x/..'] }],
  [{ protect: ['**/*'] }],
  [{ protect: ['../other'] }],
  [{ protect: ['/etc'] }],
])('%j is refused', (given) => {
  expect(() => started(given)).toThrow(expect.objectContaining({ code: 'refused' }));
});
