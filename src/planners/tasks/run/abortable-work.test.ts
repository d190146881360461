import { describe, expect, it } from 'vitest';
import { SimulatedClock } from '../../../testing/simulated-clock.ts';
import { pause, unlessAbandoned } from './abortable-work.ts';

/** Whether a promise is settled once everything that is due has run. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  await new Promise((resolve) => setImmediate(resolve));
  return isSettled;
}

const reason = new Error('enough');

describe('abortable work', () => {
  it('returns its result', async () => {
    const { signal } = new AbortController();
    const clock = new SimulatedClock();
    await expect(unlessAbandoned(Promise.resolve(5), clock, signal)).resolves.toBe(5);
    await expect(unlessAbandoned(Promise.reject(reason), clock, signal)).rejects.toBe(reason);
  });

  it('has five seconds to end after an abort, and is then abandoned', async () => {
    const clock = new SimulatedClock();
    const stop = new AbortController();
    const left = unlessAbandoned(new Promise(() => undefined), clock, stop.signal);
    clock.advance(60_000);
    expect(await settled(left)).toBe(false);
    stop.abort(reason);
    clock.advance(4999);
    expect(await settled(left)).toBe(false);
    clock.advance(1);
    await expect(left).rejects.toBe(reason);
  });

  it('that ends in time after an abort still counts, and ends the wait', async () => {
    const waiting: (() => void)[] = [];
    let cancelled = 0;
    const timer = {
      after: (_: number, run: () => void) => {
        waiting.push(run);
        return () => {
          cancelled += 1;
        };
      },
    };
    const stop = new AbortController();
    const work = Promise.withResolvers<string>();
    const left = unlessAbandoned(work.promise, timer, stop.signal);
    stop.abort(reason);
    work.resolve('just in time');
    await expect(left).resolves.toBe('just in time');
    expect([waiting.length, cancelled]).toEqual([1, 1]);
  });

  it('ignores an abort after it has ended', async () => {
    let asked = 0;
    const timer = {
      after: () => {
        asked += 1;
        return () => undefined;
      },
    };
    const stop = new AbortController();
    await unlessAbandoned(Promise.resolve('done'), timer, stop.signal);
    await new Promise((resolve) => setImmediate(resolve));
    stop.abort(reason);
    expect(asked).toBe(0);
  });
});

describe('a pause', () => {
  it('ends after its time', async () => {
    const clock = new SimulatedClock();
    const paused = pause(clock, 100, new AbortController().signal);
    clock.advance(99);
    expect(await settled(paused)).toBe(false);
    clock.advance(1);
    await expect(paused).resolves.toBeUndefined();
  });

  it('whose time is over ends at once', async () => {
    const asked: number[] = [];
    const timer = {
      after: (ms: number, run: () => void) => {
        asked.push(ms);
        setImmediate(run);
        return () => undefined;
      },
    };
    await pause(timer, -50, new AbortController().signal);
    expect(asked).toEqual([0]);
  });

  it('is aborted with the reason, and its timer cancelled', async () => {
    const clock = new SimulatedClock();
    const stop = new AbortController();
    const paused = pause(clock, 100, stop.signal);
    stop.abort(reason);
    await expect(paused).rejects.toBe(reason);
    let cancelled = false;
    const timer = {
      after: () => () => {
        cancelled = true;
      },
    };
    const again = new AbortController();
    const other = pause(timer, 100, again.signal);
    again.abort(reason);
    await expect(other).rejects.toBe(reason);
    expect(cancelled).toBe(true);
  });

  it('does not start if it was aborted before', async () => {
    let begun = false;
    const timer = {
      after: () => {
        begun = true;
        return () => undefined;
      },
    };
    await expect(pause(timer, 100, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(begun).toBe(false);
  });

  it('that has ended does not cancel its timer later', async () => {
    let cancelled = false;
    const timer = {
      after: (_: number, run: () => void) => {
        setImmediate(run);
        return () => {
          cancelled = true;
        };
      },
    };
    const stop = new AbortController();
    await pause(timer, 100, stop.signal);
    stop.abort(reason);
    expect(cancelled).toBe(false);
  });
});
