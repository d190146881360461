import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

describe('What is read at a bounded pace', () => {
  let asked: AbortController;
  beforeEach(() => {
    vi.useFakeTimers();
    asked = new AbortController();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is read at once, and once more for all that is asked for meanwhile', async () => {
    const run = vi.fn(async () => {});
    const read = throttle(run, asked.signal);
    read();
    expect(run).toHaveBeenCalledTimes(1);
    for (let call = 0; call < 100; call++) read();
    await vi.advanceTimersByTimeAsync(400);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.runAllTimersAsync();
    expect(run).toHaveBeenCalledTimes(2);
    read();
    expect(run).toHaveBeenCalledTimes(3);
  });

  test('is never read twice at the same time, however long a reading takes', async () => {
    let most = 0;
    let running = 0;
    const run = vi.fn(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 3000));
      running--;
    });
    const read = throttle(run, asked.signal);
    for (let call = 0; call < 50; call++) {
      read();
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.runAllTimersAsync();
    expect(most).toBe(1);
    expect(run).toHaveBeenCalledTimes(3);
  });

  test('is not read any more once nobody wants it', async () => {
    const run = vi.fn(async () => {});
    const read = throttle(run, asked.signal);
    read();
    read();
    asked.abort();
    await vi.runAllTimersAsync();
    expect(run).toHaveBeenCalledTimes(1);
  });
});
