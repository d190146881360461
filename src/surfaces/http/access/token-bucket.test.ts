import { array, assert, integer, property, record } from 'fast-check';
import { expect, it } from 'vitest';
import { TokenBuckets } from './token-bucket.ts';

it('lets nobody do more than the burst and what came back with time', () => {
  const step = record({ client: integer({ min: 0, max: 2 }), pause: integer({ min: -500, max: 3000 }) });
  assert(
    property(array(step, { maxLength: 200 }), (steps) => {
      const buckets = new TokenBuckets({ burst: 3, perSecond: 2 });
      const done = new Map<string, number>();
      let now = 0;
      let passed = 0;
      for (const { client: number, pause } of steps) {
        const client = String(number);
        now += pause;
        passed += Math.abs(pause);
        if (buckets.left(client, now) < 1) continue;
        buckets.use(client, now);
        done.set(client, (done.get(client) ?? 0) + 1);
      }
      for (const count of done.values()) expect(count).toBeLessThanOrEqual(3 + (passed / 1000) * 2);
    }),
  );
});

it('may be used again after the seconds it says, and not a second before', () => {
  const buckets = new TokenBuckets({ burst: 1, perSecond: 0.25 });
  buckets.use('a', 0);
  expect(buckets.secondsUntilNext('a', 0)).toBe(4);
  expect(buckets.left('a', 3000)).toBeLessThan(1);
  expect(buckets.left('a', 4000)).toBe(1);
});

it('forgets the client that did nothing for longest when there are too many', () => {
  const buckets = new TokenBuckets({ burst: 1, perSecond: 0.001 }, 2);
  for (const client of ['a', 'b', 'a', 'c']) buckets.use(client, 0);
  expect(['a', 'b', 'c'].map((client) => buckets.left(client, 0))).toEqual([0, 1, 0]);
});

it('is full only while everybody in it still waits for something', () => {
  const buckets = new TokenBuckets({ burst: 2, perSecond: 1 }, 2);
  buckets.use('a', 0);
  expect(buckets.isFull(0)).toBe(false);
  buckets.use('b', 500);
  expect(buckets.isFull(999)).toBe(true);
  expect(buckets.isFull(1000)).toBe(false);
});
