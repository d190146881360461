import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '../api/client.ts';
import { reportConnection, useConnection, whenReachable } from './connection.ts';

const problem = (code: string) =>
  new ApiProblem({
    type: 'about:blank',
    title: code,
    status: 0,
    detail: code,
    code,
    expected: 'an answer',
    actual: code,
    fix: 'Try again.',
  });

describe('something that is done when the server is heard', () => {
  const stream = Symbol('stream');

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    reportConnection(stream, 'ended');
    vi.useRealTimers();
  });

  it('waits while the server is away, and is done when it is back', async () => {
    reportConnection(stream, 'broken');
    const act = vi.fn<() => Promise<string>>();
    act.mockRejectedValueOnce(problem('unreachable')).mockResolvedValueOnce('done');
    const done = whenReachable(act);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(act).toHaveBeenCalledTimes(1);
    expect(useConnection.getState().waiting).toBe(1);
    reportConnection(stream, 'open');
    expect(await done).toBe('done');
    expect(act).toHaveBeenCalledTimes(2);
    expect(useConnection.getState().waiting).toBe(0);
  });

  it('is tried again a moment later when only its own answer was lost', async () => {
    const act = vi.fn<() => Promise<string>>();
    act.mockRejectedValueOnce(problem('unreachable')).mockResolvedValueOnce('done');
    const done = whenReachable(act);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await done).toBe('done');
  });

  it('is not tried again when the server refuses it', async () => {
    const act = vi.fn<() => Promise<string>>().mockRejectedValue(problem('conflict'));
    await expect(whenReachable(act)).rejects.toMatchObject({ code: 'conflict' });
    expect(act).toHaveBeenCalledTimes(1);
  });
});
