import { expect, it } from 'vitest';
import { closestWord } from './closest-word.ts';

const WORDS = ['journal', 'inbox', 'up', 'plan', 'pause'];

it.each([
  ['jurnal', 'journal'],
  ['jounral', 'journal'],
  ['Journals', 'journal'],
  ['plna', 'plan'],
  ['inbx', 'inbox'],
  ['uo', 'up'],
])('%s was meant to be %s', (typed, meant) => {
  expect(closestWord(typed, WORDS)).toBe(meant);
});

it.each(['', 'x', 'kubernetes', '🙂', 'in', 'x'.repeat(10_000)])('%s is like none of them', (typed) => {
  expect(closestWord(typed, WORDS)).toBeUndefined();
});
