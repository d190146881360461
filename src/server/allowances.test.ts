import { array, assert, integer, property, record } from 'fast-check';
import { expect, it } from 'vitest';
import { Allowances } from './allowances.ts';

it('lets nobody do more than the burst and what came back with time', () => {
  const step = record({ client: integer({ min: 0, max: 2 }), pause: integer({ min: -500, max: 3000 }) });
  assert(
    property(array(step, { maxLength: 200 }), (steps) => {
      const allowances = new Allowances({ burst: 3, perSecond: 2 });
      const done = new Map<string, number>();
      let now = 0;
      let passed = 0;
      for (const { client: number, pause } of steps) {
        const client = String(number);
        now += pause;
        passed += Math.abs(pause);
        if (allowances.left(client, now) < 1) continue;
        allowances.use(client, now);
        done.set(client, (done.get(client) ?? 0) + 1);
      }
      for (const count of done.values()) expect(count).toBeLessThanOrEqual(3 + (passed / 1000) * 2);
    }),
  );
});

it('may be used again after the seconds it says, and not a second before', () => {
  const allowances = new Allowances({ burst: 1, perSecond: 0.25 });
  allowances.use('a', 0);
  expect(allowances.secondsUntilNext('a', 0)).toBe(4);
  expect(allowances.left('a', 3000)).toBeLessThan(1);
  expect(allowances.left('a', 4000)).toBe(1);
});

it('forgets the client that did nothing for longest when there are too many', () => {
  const allowances = new Allowances({ burst: 1, perSecond: 0.001 }, 2);
  for (const client of ['a', 'b', 'a', 'c']) allowances.use(client, 0);
  expect(['a', 'b', 'c'].map((client) => allowances.left(client, 0))).toEqual([0, 1, 0]);
});

it('is full only while everybody in it still waits for something', () => {
  const allowances = new Allowances({ burst: 2, perSecond: 1 }, 2);
  allowances.use('a', 0);
  expect(allowances.isFull(0)).toBe(false);
  allowances.use('b', 500);
  expect(allowances.isFull(999)).toBe(true);
  expect(allowances.isFull(1000)).toBe(false);
});
