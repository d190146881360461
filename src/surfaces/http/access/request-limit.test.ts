import { EventEmitter } from 'node:events';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { SimulatedClock } from '../../../testing/simulated-clock.ts';
import { respondWith } from '../problem.ts';
import type { RequestLimits } from '../server-options.ts';
import { clientAddress, trustedProxyCheck } from './client-address.ts';
import { RequestLimit } from './request-limit.ts';

function appWith(limits: RequestLimits, clock = new SimulatedClock()) {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const clientOf = clientAddress(trustedProxyCheck('10.0.0.1'));
  const limit = new RequestLimit(limits, { clock, clientOf });
  app.onError((error, c) => respondWith(c, error));
  app.use(limit.byAddress);
  app.get('/', (c) => c.text('ok'));
  app.get('/with-token', (c) => {
    limit.useToken(c);
    return c.text('ok');
  });
  return async (remoteAddress: string, { path = '/', forwarded = '' } = {}) => {
    const outgoing = new EventEmitter();
    const headers = forwarded === '' ? {} : { 'X-Forwarded-For': forwarded };
    const answer = await app.request(
      path,
      { headers },
      { incoming: { socket: { remoteAddress } }, outgoing },
    );
    return { answer, status: answer.status, sent: () => outgoing.emit('close') };
  };
}

it('gives each address its own bucket, which fills up again with time', async () => {
  const clock = new SimulatedClock();
  const ask = appWith({ burst: 2, perSecond: 0.5 }, clock);
  const statuses = async (...addresses: string[]) => {
    const found: number[] = [];
    for (const address of addresses) found.push((await ask(address)).status);
    return found;
  };
  expect(await statuses('a', 'a')).toEqual([200, 200]);
  const { answer } = await ask('a');
  expect(answer.status).toBe(429);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(await answer.json()).toMatchObject({ code: 'rate-limited' });
  expect(await statuses('b')).toEqual([200]);
  clock.advance(2000);
  expect(await statuses('a', 'a')).toEqual([200, 429]);
  clock.advance(3_600_000);
  expect(await statuses('a', 'a', 'a')).toEqual([200, 200, 429]);
});

it('holds a token to ten times the rate of an address, wherever it is shown', async () => {
  const ask = appWith({ burst: 1, perSecond: 0.1 });
  for (let i = 0; i < 10; i++) expect((await ask(`a${i}`, { path: '/with-token' })).status).toBe(200);
  const { answer } = await ask('b', { path: '/with-token' });
  expect(answer.status).toBe(429);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect((await ask('c')).status).toBe(200);
});

it('counts the requests of an address that are under way', async () => {
  const ask = appWith({ atOnce: 2 });
  const first = await ask('a');
  expect((await ask('a')).status).toBe(200);
  const { answer } = await ask('a');
  expect(answer.status).toBe(429);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect((await ask('b')).status).toBe(200);
  first.sent();
  expect((await ask('a')).status).toBe(200);
});

it('counts by the address that a trusted proxy tells, and by no other', async () => {
  const ask = appWith({ atOnce: 1 });
  expect((await ask('10.0.0.1', { forwarded: '192.0.2.1' })).status).toBe(200);
  expect((await ask('10.0.0.1', { forwarded: '192.0.2.1' })).status).toBe(429);
  expect((await ask('10.0.0.1', { forwarded: '192.0.2.2' })).status).toBe(200);
  expect((await ask('10.0.0.2', { forwarded: '192.0.2.3' })).status).toBe(200);
  expect((await ask('10.0.0.2', { forwarded: '192.0.2.4' })).status).toBe(429);
});
