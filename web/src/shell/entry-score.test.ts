import { expect, it } from 'vitest';
import { entryScore } from './entry-score.ts';

const ranked = (typed: string, entries: readonly (readonly [label: string, words?: string])[]) =>
  entries
    .map(([label, words = '']) => ({ label, score: entryScore(label, words, typed) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ label }) => label);

it('finds what was meant before what has the same letters', () => {
  expect(
    ranked('trip', [
      ['Export as JSON lines'],
      ['Los Angeles to Chicago', 'trip:5ywb37 Trip planner'],
      ['New Trip planner session'],
      ['Stripes'],
      ['Trip to Rome'],
    ]),
  ).toEqual(['Trip to Rome', 'New Trip planner session', 'Stripes', 'Los Angeles to Chicago']);
});

it('finds words in any order, and everything before somebody types', () => {
  expect(entryScore('Compare with the original', '', 'original comp')).toBeGreaterThan(0);
  expect(entryScore('Archive', '', '')).toBe(1);
  expect(entryScore('Archive', '', 'hive')).toBeGreaterThan(0);
  expect(entryScore('Archive', '', 'xyz')).toBe(0);
});
