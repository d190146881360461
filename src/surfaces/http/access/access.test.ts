import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { SimulatedClock } from '../../../testing/simulated-clock.ts';
import { respondWith } from '../problem.ts';
import { accessFor, isLoopback, signIn, withToken } from './access.ts';
import { LoginThrottle } from './login-throttle.ts';

describe('isLoopback', () => {
  it.each(['localhost', '127.0.0.1', '127.1.2.3', '::1'])('%s is', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each([
    '0.0.0.0',
    '::',
    '192.168.0.1',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '',
    '1270.0.0.1',
  ])('%s is not', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});

describe('accessFor', () => {
  it('is open on this machine, and elsewhere needs a token of some length', () => {
    expect(accessFor('127.0.0.1', undefined)).toMatchObject({ loopback: true, token: undefined });
    expect(() => accessFor('0.0.0.0', undefined)).toThrow(/WAYFOLD_TOKEN/);
    expect(() => accessFor('127.0.0.1', 'x'.repeat(15))).toThrow(/at least 16/);
    expect(accessFor('0.0.0.0', 'x'.repeat(16))).toMatchObject({ loopback: false });
  });

  it('never repeats a token in an error', () => {
    expect(() => accessFor('0.0.0.0', 'secret')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    );
  });
});

describe('a token', () => {
  const TOKEN = 'a-token-that-is-long-enough';

  /** A server that nobody listens to, and a clock to wait by. */
  function serverWith(token: string) {
    const clock = new SimulatedClock();
    const access = accessFor('127.0.0.1', token, { tries: new LoginThrottle({ clock, timer: clock }) });
    const app = new Hono<{ Bindings: HttpBindings }>();
    app.onError((error, c) => respondWith(c, error));
    app.post('/sign-in', async (c) => c.text(await signIn(c, access, await c.req.text())));
    app.get('/', withToken(access), (c) => c.text('in'));
    const env = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });
    return {
      clock,
      signIn: async (shown: string, from = '192.0.2.1') =>
        await app.request('/sign-in', { method: 'POST', body: shown }, env(from)),
      ask: async (headers: Record<string, string>, from = '192.0.2.1') =>
        await app.request('/', { headers }, env(from)),
    };
  }

  it('is exchanged for a cookie, the same each time, that is not the token and lets in', async () => {
    const server = serverWith(TOKEN);
    const cookie = await (await server.signIn(TOKEN)).text();
    expect(cookie).toBe(await (await server.signIn(TOKEN)).text());
    expect(cookie).not.toContain('token');
    expect((await server.ask({ Cookie: `wayfold=${cookie}` })).status).toBe(200);
    const other = serverWith('another-token-of-length');
    expect(await (await other.signIn('another-token-of-length')).text()).not.toBe(cookie);
    expect((await other.ask({ Cookie: `wayfold=${cookie}` })).status).toBe(401);
  });

  it.each(['', 'a-token-that-is-long-enougH', 'a-token-that-is-long-enough '])('is not %j', async (shown) => {
    const refused = await serverWith(TOKEN).signIn(shown);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ code: 'token-refused' });
  });

  it.each([
    ['the sign-in', (server: ReturnType<typeof serverWith>, n: number) => server.signIn(`guess-${n}`)],
    [
      'the header',
      (server: ReturnType<typeof serverWith>, n: number) =>
        server.ask({ Authorization: `Bearer guess-${n}` }),
    ],
    [
      'the cookie',
      (server: ReturnType<typeof serverWith>, n: number) => server.ask({ Cookie: `wayfold=${n}` }),
    ],
  ])('that is guessed by %s is throttled, and its holder still has access', async (_, guess) => {
    const server = serverWith(TOKEN);
    for (let n = 0; n < 10; n++) expect((await guess(server, n)).status).toBe(401);

    const slowed = guess(server, 10);
    const right = server.ask({ Authorization: `Bearer ${TOKEN}` });
    await nextTurn();
    server.clock.advance(2000);

    expect((await slowed).status).toBe(429);
    expect((await slowed).headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await (await slowed).json()).toMatchObject({ code: 'rate-limited', type: '/errors/rate-limited' });
    expect((await right).status).toBe(200);
    expect((await server.ask({ Authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  });

  it('that a page kept from before is cleared, so that it does not keep guessing', async () => {
    const server = serverWith(TOKEN);
    const stale = () => server.ask({ Cookie: 'wayfold=of-another-token' });
    for (let n = 0; n < 10; n++) {
      expect((await stale()).headers.get('set-cookie')).toMatch(/^wayfold=; Max-Age=0; Path=\/$/);
    }
    const waiting = Array.from({ length: 5 }, stale);
    await nextTurn();
    server.clock.advance(2000);
    const accepted = (await Promise.all(waiting)).map(({ headers }) => headers.has('set-cookie'));
    // The fifth was refused unseen: it may have been the right one.
    expect(accepted).toEqual([true, true, true, true, false]);
  });

  it('that is wrong in the header does not clear the cookie', async () => {
    const refused = await serverWith(TOKEN).ask({ Authorization: 'Bearer guess', Cookie: 'wayfold=any' });
    expect(refused.status).toBe(401);
    expect(refused.headers.has('set-cookie')).toBe(false);
  });

  it('that is missing does not count as a guess', async () => {
    const server = serverWith(TOKEN);
    for (let n = 0; n < 50; n++) expect((await server.ask({})).status).toBe(401);
    expect((await server.signIn(TOKEN)).status).toBe(200);
  });
});
