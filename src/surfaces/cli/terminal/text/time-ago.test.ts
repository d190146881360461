import { expect, it } from 'vitest';
import { timeAgo } from './time-ago.ts';

const now = Date.parse('2026-11-15T12:00:00.000Z');

it.each([
  ['2026-11-15T11:59:58.000Z', 'just now'],
  ['2026-11-15T11:59:30.000Z', '30 s ago'],
  ['2026-11-15T11:58:59.000Z', '1 min ago'],
  ['2026-11-15T10:59:00.000Z', '1 h ago'],
  ['2026-11-13T12:00:00.000Z', '2 d ago'],
  ['2026-01-01T12:00:00.000Z', '2026-01-01'],
  ['2026-11-16T12:00:00.000Z', '2026-11-16'],
])('%s is %s', (ts, text) => {
  expect(timeAgo(ts, now)).toBe(text);
});
