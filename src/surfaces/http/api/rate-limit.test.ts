import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { SimulatedClock } from '../../../testing/simulated-clock.ts';
import { respondWith } from '../problem.ts';
import { limitRate } from './rate-limit.ts';

function appWith(clock: SimulatedClock) {
  const app = new Hono();
  app.onError((error, c) => respondWith(c, error));
  app.use(limitRate({ burst: 2, perSecond: 0.5 }, { clock }));
  app.get('/', (c) => c.text('ok'));
  return async (remoteAddress: string) =>
    await app.request('/', {}, { incoming: { socket: { remoteAddress } } });
}

it('gives each address its own bucket, which fills up again with time', async () => {
  const clock = new SimulatedClock();
  const ask = appWith(clock);
  expect([(await ask('a')).status, (await ask('a')).status]).toEqual([200, 200]);
  const refused = await ask('a');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect((await ask('b')).status).toBe(200);
  clock.advance(2000);
  expect((await ask('a')).status).toBe(200);
  expect((await ask('a')).status).toBe(429);
  clock.advance(3_600_000);
  expect([(await ask('a')).status, (await ask('a')).status, (await ask('a')).status]).toEqual([
    200, 200, 429,
  ]);
});
