import { expect, it } from 'vitest';
import { ActivityStatus } from './activity-status.ts';

it('counts the time of a phase from its beginning, whatever its label says meanwhile', () => {
  let now = 1000;
  const board = new ActivityStatus({ now: () => now });
  board.set('a', 'drafting', 'Dear');
  now = 3000;
  board.set('a', 'drafting', 'Dear all');
  expect(board.of('a')).toEqual({
    phase: 'drafting',
    label: 'Dear all',
    since: '1970-01-01T00:00:01.000Z',
    elapsedMs: 2000,
  });
  board.set('a', 'idle');
  expect(board.of('a')).toMatchObject({ phase: 'idle', elapsedMs: 0 });
});

it('calls back on changes only, of one session only, until it is told to stop', () => {
  const board = new ActivityStatus();
  let calls = 0;
  const stop = board.follow('a', () => {
    calls += 1;
  });
  board.set('a', 'reading');
  board.set('a', 'reading');
  board.set('b', 'reading');
  expect(calls).toBe(1);
  stop();
  board.set('a', 'idle');
  expect(calls).toBe(1);
});
