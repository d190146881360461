import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startDeadline, withDeadline } from './deadline.ts';

const MS = 100;

/** As if the process got no CPU. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function expired(ms: number): Promise<void> {
  return new Promise((resolve) => startDeadline(ms, resolve));
}

/** Comes from another thread at once, and is heard of where sockets are read. */
function answer(): Promise<'answer'> {
  return new Promise((resolve) => randomBytes(1, () => resolve('answer')));
}

describe('a deadline', () => {
  it('expires after its time', async () => {
    const began = performance.now();
    await expired(MS);
    expect(performance.now() - began).toBeGreaterThanOrEqual(MS * 0.9);
  });

  it('does not expire once it is stopped', async () => {
    let count = 0;
    startDeadline(MS / 2, () => count++)();
    await expired(MS);
    expect(count).toBe(0);
  });

  it('reads an answer that arrived while the process was blocked', async () => {
    const first = Promise.race([answer(), expired(MS)]);
    block(MS * 3);
    expect(await first).toBe('answer');
  });

  it('does not count the time in which the process was blocked', async () => {
    const began = performance.now();
    const end = expired(MS);
    block(MS * 3);
    await end;
    expect(performance.now() - began).toBeGreaterThanOrEqual(MS * 3.8);
  });

  it('that is blocked again and again still reads between its parts', async () => {
    const stop = setInterval(() => block(MS), 1);
    const first = Promise.race([answer().then(answer).then(answer), expired(MS)]);
    expect(await first).toBe('answer');
    clearInterval(stop);
  });
});

describe('withDeadline', () => {
  it('resolves to the answer', async () => {
    expect(await withDeadline(MS, () => new RangeError('late'), answer)).toBe('answer');
  });

  it('aborts what takes too long, and rejects with the given error', async () => {
    const forever = (signal: AbortSignal) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new TypeError('aborted')), { once: true }),
      );
    await expect(withDeadline(1, () => new RangeError('late'), forever)).rejects.toThrow(RangeError);
  });

  it('rejects with what fails by itself', async () => {
    const failing = () => Promise.reject(new TypeError('failed'));
    await expect(withDeadline(MS, () => new RangeError('late'), failing)).rejects.toThrow(TypeError);
  });
});
