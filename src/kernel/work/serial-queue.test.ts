import { describe, expect, it } from 'vitest';
import { SerialQueue } from './serial-queue.ts';

describe('a serial queue', () => {
  it('starts nothing before earlier tasks have ended', async () => {
    const queue = new SerialQueue();
    const order: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = queue.run(async () => {
      await promise;
      order.push('first');
    });
    const second = queue.run(async () => void order.push('second'));
    resolve();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });

  it('continues after a failed task, and only its caller gets the error', async () => {
    const queue = new SerialQueue();
    const failing = queue.run(() => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await queue.run(async () => 7)).toBe(7);
  });
});
