import { array, assert, integer, property, record } from 'fast-check';
import { expect, it } from 'vitest';
import { TokenBuckets } from './token-bucket.ts';

it('allows at most the burst plus the refill', () => {
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

it('allows a request after the announced seconds, and not before', () => {
  const buckets = new TokenBuckets({ burst: 1, perSecond: 0.25 });
  buckets.use('a', 0);
  expect(buckets.secondsUntilNext('a', 0)).toBe(4);
  expect(buckets.left('a', 3000)).toBeLessThan(1);
  expect(buckets.left('a', 4000)).toBe(1);
});

it('evicts the least recently active client when there are too many', () => {
  const buckets = new TokenBuckets({ burst: 1, perSecond: 0.001 }, 2);
  for (const client of ['a', 'b', 'a', 'c']) buckets.use(client, 0);
  expect(['a', 'b', 'c'].map((client) => buckets.left(client, 0))).toEqual([0, 1, 0]);
});

it('is full only while every client in it is throttled', () => {
  const buckets = new TokenBuckets({ burst: 2, perSecond: 1 }, 2);
  buckets.use('a', 0);
  expect(buckets.isFull(0)).toBe(false);
  buckets.use('b', 500);
  expect(buckets.isFull(999)).toBe(true);
  expect(buckets.isFull(1000)).toBe(false);
});
