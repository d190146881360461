import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemTimer } from './timer.ts';

const DAY = 24 * 60 * 60 * 1000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('can wait longer than the longest system timer', () => {
  const run = vi.fn<() => void>();
  systemTimer.after(60 * DAY, run);
  vi.advanceTimersByTime(60 * DAY - 1);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledOnce();
});

it('can be cancelled at any time', () => {
  const run = vi.fn<() => void>();
  const cancel = systemTimer.after(60 * DAY, run);
  vi.advanceTimersByTime(40 * DAY);
  cancel();
  vi.advanceTimersByTime(60 * DAY);
  expect(run).not.toHaveBeenCalled();
});
