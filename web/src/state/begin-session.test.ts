import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginSession } from './begin-session.ts';
import { useSessions } from './sessions.ts';

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetched.mockReset();
  useSessions.setState({ lines: undefined });
});

it('begins a session once, also when the first answer is lost on its way', async () => {
  const made = { id: 's1', head: 1, lastActivity: '2026-01-01T00:00:00.000Z' };
  fetched.mockRejectedValueOnce(new TypeError('lost')).mockResolvedValueOnce(Response.json(made));
  const begun = beginSession({ title: 'Rome', plannerId: 'trip' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(await begun).toEqual(made);
  const keys = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
  expect(useSessions.getState().lines).toEqual([made]);
});
