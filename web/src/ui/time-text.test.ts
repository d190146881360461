import { describe, expect, it } from 'vitest';
import { timeAgo } from './time-text.tsx';

const NOW = Date.parse('2027-06-15T12:00:00Z');

describe('how long ago something was', () => {
  it.each([
    ['2027-06-15T11:59:30Z', 'now'],
    ['2027-06-15T11:55:00Z', '5m ago'],
    ['2027-06-13T11:00:00Z', '2d ago'],
    ['2027-03-10T12:00:00Z', '3mo ago'],
    ['2024-06-10T12:00:00Z', '3y ago'],
  ])('is told of %s in the largest unit that fits, as %s', (ts, words) => {
    expect(timeAgo(ts, NOW)).toBe(words);
  });
});
