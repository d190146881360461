import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setPaused, usePause } from './pause.ts';

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetched.mockReset();
  usePause.setState({ pause: undefined });
});

it('pauses everything when the server is back', async () => {
  const pause = { paused: true };
  fetched.mockRejectedValueOnce(new TypeError('away')).mockResolvedValueOnce(Response.json(pause));
  const paused = setPaused(true);
  await vi.advanceTimersByTimeAsync(1000);
  await paused;
  expect(usePause.getState()).toEqual({ pause });
});
