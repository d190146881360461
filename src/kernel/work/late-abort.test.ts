import { expect, it } from 'vitest';
import { LateAbort } from './late-abort.ts';

it('a signal that was asked for before is aborted with the first reason', () => {
  const ending = new LateAbort();
  const { signal } = ending;
  expect([ending.isAborted, signal.aborted]).toEqual([false, false]);
  ending.abort('first');
  ending.abort('second');
  expect([ending.isAborted, signal.aborted, signal.reason]).toEqual([true, true, 'first']);
});

it('a signal that is asked for later is aborted from the start, and always the same one', () => {
  const ending = new LateAbort();
  expect(() => ending.throwIfAborted()).not.toThrow();
  ending.abort(new RangeError('late'));
  expect(ending.signal).toMatchObject({ aborted: true, reason: { name: 'RangeError' } });
  expect(ending.signal).toBe(ending.signal);
  expect(() => ending.throwIfAborted()).toThrow(RangeError);
});
