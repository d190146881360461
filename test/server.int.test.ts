import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FactStore, openJournal } from '../src/journal/index.ts';
import { sqliteStore } from '../src/journal/sqlite/sqlite-store.ts';
import { SessionHost } from '../src/surfaces/http/api/live/session-host.ts';
import { type RunningServer, type ServeOptions, serve } from '../src/surfaces/http/index.ts';
import { eventually } from './eventually.ts';
import { ServerEvents } from './server-events.ts';

const TOKEN = 'a-token-that-is-long-enough';

let directory: string;
let store: FactStore;
let server: RunningServer;
const opened: (() => Promise<void>)[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wayfold-server-'));
  store = sqliteStore(join(directory, 'wayfold.db'));
  server = await start();
});

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
  await store.close();
  await rm(directory, { recursive: true });
});

async function start(options: Partial<ServeOptions> = {}): Promise<RunningServer> {
  const started = await serve({ store, port: 0, ...options });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= started.close());
  opened.push(close);
  return { ...started, close };
}

async function append(id: string, count: number, from: FactStore = store): Promise<void> {
  const facts = Array.from({ length: count }, (_, n) => ({ type: 'counted', n }));
  await openJournal(from, id).append(facts);
}

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}${path}`, { headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** With headers that `fetch` does not let one set. */
async function raw(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string; port?: number } = {},
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }> {
  const { method = 'GET', headers = {}, body, port = server.port } = options;
  const sent = request({ host: '127.0.0.1', port, path, method, headers, setHost: !('Host' in headers) });
  sent.end(body);
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

describe('reading', () => {
  it('lists journals by id, a page at a time', async () => {
    for (const id of ['b', 'a', 'c']) await append(id, 1);
    const first = await get('/api/journals?limit=2');
    expect(first.body).toMatchObject({ journals: [{ id: 'a', head: 1 }, { id: 'b' }], next: 'b' });
    const second = await get('/api/journals?limit=2&after=b');
    expect(second.body).toMatchObject({ journals: [{ id: 'c' }] });
    expect(second.body).not.toHaveProperty('next');
    expect((await get('/api/journals?prefix=c')).body.journals).toHaveLength(1);
  });

  it('describes one journal', async () => {
    await append('trip:1', 3);
    expect((await get('/api/journals/trip:1')).body).toMatchObject({ id: 'trip:1', head: 3, nativeFrom: 1 });
  });

  it('reads facts from a seq on, and returns the next position', async () => {
    await append('trip', 5);
    const { body } = await get('/api/journals/trip/facts?from=2&limit=2');
    expect(body).toMatchObject({ head: 5, next: 4, facts: [{ seq: 2, n: 1 }, { seq: 3 }] });
    expect((await get('/api/journals/trip/facts?from=4')).body).not.toHaveProperty('next');
    expect((await get('/api/journals/trip/facts?from=9')).body).toEqual({ facts: [], kinds: [], head: 5 });
  });

  it('shows an erased fact as redacted', async () => {
    await append('trip', 1);
    await openJournal(store, 'trip').redact(1);
    expect((await get('/api/journals/trip/facts')).body.facts).toMatchObject([
      { seq: 1, type: 'redacted', redactedType: 'counted' },
      { seq: 2, type: 'fact_erased', erasedSeq: 1, erasedType: 'counted' },
    ]);
  });

  it('verifies a chain', async () => {
    await append('trip', 5);
    expect((await get('/api/journals/trip/verification')).body).toEqual({ ok: true, head: 5 });
  });

  it('is healthy while the store can be read and the engine is not dead', async () => {
    expect((await get('/healthz')).body).toMatchObject({
      name: 'wayfold',
      status: 'ok',
      engine: { status: expect.stringMatching(/^(starting|none|running)$/) },
    });
    const dead = { status: 'dead', lastError: { code: 'store-locked', ageMs: 1 } } as const;
    const looked = vi.spyOn(SessionHost.prototype, 'health', 'get').mockReturnValue(dead);
    expect(await get('/healthz')).toMatchObject({ status: 503, body: { status: 'failing', engine: dead } });
    looked.mockRestore();
    await store.close();
    const sick = await get('/healthz');
    expect(sick).toMatchObject({ status: 503, body: { code: 'store-closed' } });
    expect(sick.headers.get('retry-after')).toBe('5');
  });
});

describe('a problem', () => {
  it('is returned as RFC 9457 with a stable code and what to do', async () => {
    const { status, headers, body } = await get('/api/journals/none');
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(body).toEqual({
      type: '/errors/journal-not-found',
      title: 'Journal not found',
      status: 404,
      detail: expect.stringContaining('none'),
      code: 'journal-not-found',
      expected: '',
      actual: '',
      fix: expect.any(String),
    });
  });

  it.each([
    ['/api/journals/a%2Fb', 400, 'invalid-journal-id'],
    ['/api/journals/%00', 400, 'invalid-journal-id'],
    ['/api/journals/..%2f..%2fetc', 400, 'invalid-journal-id'],
    [`/api/journals/${'x'.repeat(129)}`, 400, 'invalid-journal-id'],
    ['/api/journals?limit=0', 400, 'invalid-request'],
    ['/api/journals?limit=1001', 400, 'invalid-request'],
    ['/api/journals/trip/facts?from=-1', 400, 'invalid-request'],
    ['/api/journals/trip/facts?from=1e400', 400, 'invalid-request'],
    ['/api/journals/trip/facts?from=0x10', 400, 'invalid-request'],
    ['/api/journals/trip/facts?from=1e3', 400, 'invalid-request'],
    ['/api/journals/trip/facts?from=', 400, 'invalid-request'],
    ['/api/journals/trip/facts?from=%201', 400, 'invalid-request'],
    ['/api/journals/trip/facts?from=9007199254740993', 400, 'invalid-request'],
    ['/api/journals/trip/facts?limit=', 400, 'invalid-request'],
    ['/api/journals/trip/events?from=0x1', 400, 'invalid-request'],
    ['/api/journals/trip/events?from=', 400, 'invalid-request'],
    ['/api/journals?limit=1e2', 400, 'invalid-request'],
    ['/api/journals?after=%00', 400, 'invalid-request'],
    ['/api/journals?prefix=%00', 400, 'invalid-request'],
    ['/api/journals?prefix=a%1b', 400, 'invalid-request'],
    ['/api/journals/none/facts', 404, 'journal-not-found'],
    ['/api/journals/none/events', 404, 'journal-not-found'],
    ['/api/journals/none/verification', 404, 'journal-not-found'],
    ['/api/none', 404, 'not-found'],
    ['/assets/..%2findex.html', 404, 'not-found'],
    ['/assets/..%2f..%2f..%2fpackage.json', 404, 'not-found'],
    ['/assets/%2e%2e/%2e%2e/package.json', 404, 'not-found'],
    ['/assets/none.js', 404, 'not-found'],
    ['/wayfold.db', 404, 'not-found'],
  ])('%s is %i %s', async (path, status, code) => {
    await append('trip', 1);
    const answer = await raw(path);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body).code).toBe(code);
  });

  it('names the methods that an address supports', async () => {
    const answer = await raw('/api/journals', { method: 'DELETE' });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD');
    expect(JSON.parse(answer.body).code).toBe('method-not-allowed');
  });

  it('that is unexpected reveals no internals', async () => {
    const failures: unknown[] = [];
    const broken: FactStore = Object.assign(Object.create(store), {
      list: () => Promise.reject(new Error('secret path /home/x')),
    });
    const { url } = await start({ store: broken, onFailure: (error) => failures.push(error) });
    const response = await fetch(`${url}/api/journals`);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    expect(failures).toHaveLength(1);
  });
});

describe('a cross-site request', () => {
  it.each(['localhost', '127.0.0.1', '[::1]'])('is recognized by an address %s', async (name) => {
    const answer = await raw('/healthz', { headers: { Host: `${name}:${server.port}` } });
    expect(answer.status).toBe(200);
  });

  it.runIf(process.platform === 'linux')('may be addressed to where the server listens', async () => {
    const { url, port } = await start({ host: '127.0.0.2' });
    const response = await fetch(`${url}/api/journals`, { headers: { Origin: url } });
    expect(response.status).toBe(200);
    const other = await fetch(`${url}/healthz`, { headers: { Origin: `http://127.0.0.3:${port}` } });
    expect(other.status).toBe(403);
  });

  it.each([
    ['evil.example'],
    ['localhost'],
    ['localhost:1'],
    ['127.0.0.1.evil.example'],
    ['localhost:4180@evil.example'],
  ])('is refused with Host %s', async (host) => {
    for (const path of ['/', '/api/journals', '/healthz']) {
      const answer = await raw(path, { headers: { Host: host } });
      expect([400, 421]).toContain(answer.status);
    }
  });

  it('is refused without Host', async () => {
    const answer = await raw('/healthz', { headers: { Host: '' } });
    expect([400, 421]).toContain(answer.status);
  });

  it.each(['http://evil.example', 'null', 'http://localhost:1', 'https://localhost'])(
    'is refused with Origin %s',
    async (origin) => {
      const answer = await raw('/api/journals', { headers: { Origin: origin } });
      expect(answer.status).toBe(403);
      expect(JSON.parse(answer.body).code).toBe('origin-refused');
    },
  );

  it("is distinguished from the page's own origin", async () => {
    expect((await raw('/api/journals', { headers: { Origin: server.url } })).status).toBe(200);
  });

  it.each([
    ['an image of another site', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' }, 403],
    ['a page on another port', { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Dest': 'empty' }, 403],
    ['a frame of another site', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'iframe' }, 403],
    ['a link on another site', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'document' }, 200],
  ])('is recognized by its Sec-Fetch headers: %s', async (_, headers, status) => {
    expect((await raw('/', { headers })).status).toBe(status);
  });

  it('cannot run, embed or sniff anything in the page', async () => {
    const { headers, body } = await raw('/');
    const policy = headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toMatch(/; trusted-types wayfold-map(?:;|$)/);
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(body).not.toMatch(/<script(?![^>]*src=)|<style|style=| on\w+=/);
  });

  it('is refused when its headers are too large', async () => {
    expect((await raw('/', { headers: { 'X-Large': 'x'.repeat(20_000) } })).status).toBe(431);
  });
});

describe('a stream of facts', () => {
  it('starts where requested and continues with facts of another process', async () => {
    await append('trip', 3);
    const events = await ServerEvents.open(`${server.url}/api/journals/trip/events?from=2`);
    expect(events.response.headers.get('content-type')).toContain('text/event-stream');
    expect(await events.block()).toBe('retry: 1000');
    expect((await events.take(2)).map(({ id, event }) => [id, event])).toEqual([
      [2, 'fact'],
      [3, 'fact'],
    ]);
    const other = sqliteStore(join(directory, 'wayfold.db'));
    opened.push(() => other.close());
    await append('trip', 1, other);
    const facts = (await events.take(2)).filter(({ event }) => event === 'fact');
    expect(facts).toMatchObject([{ id: 4, data: { seq: 4, type: 'counted', n: 0 } }]);
    events.leave();
  });

  it('resumes after Last-Event-ID without gaps or duplicates', async () => {
    const TOTAL = 400;
    const writing = (async () => {
      for (let i = 0; i < TOTAL / 4; i++) await append('trip', 4);
    })();
    await eventually(async () => (await get('/api/journals/trip')).status).toBe(200);
    const seen: number[] = [];
    while (seen.length < TOTAL) {
      const last = seen.at(-1);
      const events = await ServerEvents.open(
        `${server.url}/api/journals/trip/events`,
        last === undefined ? {} : { 'Last-Event-ID': String(last) },
      );
      const batch = await events.take(Math.min(37, TOTAL - seen.length));
      for (const { event, id } of batch) if (event === 'fact' && id !== undefined) seen.push(id);
      events.leave();
    }
    await writing;
    expect(seen).toEqual(Array.from({ length: TOTAL }, (_, i) => i + 1));
  });

  it('refuses an invalid Last-Event-ID, or one beyond the end', async () => {
    await append('trip', 3);
    const path = '/api/journals/trip/events';
    expect(await get(path, { 'Last-Event-ID': 'x' })).toMatchObject({ status: 400 });
    expect(await get(path, { 'Last-Event-ID': '9' })).toMatchObject({
      status: 400,
      body: { code: 'invalid-request', fix: expect.stringContaining('seq 4') },
    });
  });

  it('ends with an event when the journal is deleted', async () => {
    await append('trip', 1);
    const events = await ServerEvents.open(`${server.url}/api/journals/trip/events`);
    await events.take(1);
    await store.delete('trip');
    const blocks = await events.rest();
    expect(blocks).toContain('event: deleted\ndata: {"id":"trip"}');
  });

  it.each([
    ['the facts were sent', 1],
    ['there was none to send', 3],
  ])('ends with an event when the journal is recreated after %s', async (_, from) => {
    await append('trip', 2);
    const events = await ServerEvents.open(`${server.url}/api/journals/trip/events?from=${from}`);
    expect(await events.block()).toBe('retry: 1000');
    await events.take(3 - from);
    await store.delete('trip');
    await append('trip', 3);
    const blocks = await events.rest();
    expect(blocks.filter((block) => block.startsWith('event: deleted'))).toEqual([
      'event: deleted\ndata: {"id":"trip"}',
    ]);
    expect(blocks.join()).not.toContain('event: fact');
  });

  it('is kept alive by comments', async () => {
    await append('trip', 1);
    const { url } = await start({ streams: { heartbeatMs: 10 } });
    const events = await ServerEvents.open(`${url}/api/journals/trip/events`);
    await events.take(1);
    expect(await events.block()).toBe(':');
    expect(await events.block()).toBe(':');
    events.leave();
  });

  it('has each fact on one line, whatever its text', async () => {
    const words = 'a\nb\r\nc\u2028d\u0000e';
    await openJournal(store, 'trip').append([{ type: 'said', words }]);
    const events = await ServerEvents.open(`${server.url}/api/journals/trip/events`);
    expect(await events.take(1)).toMatchObject([{ data: { words } }]);
    events.leave();
  });

  it('sends a long journal completely, to a slow reader', async () => {
    for (let i = 0; i < 10; i++) await append('long', 1000);
    const events = await ServerEvents.open(`${server.url}/api/journals/long/events`);
    const ids = (await events.take(10_000)).map(({ id }) => id);
    expect(ids.at(-1)).toBe(10_000);
    expect(new Set(ids).size).toBe(10_000);
    events.leave();
  });
});

describe('the stream of journals', () => {
  it('reports when it is ready, then what changed', async () => {
    const events = await ServerEvents.open(`${server.url}/api/events`);
    expect(await events.take(1)).toMatchObject([{ event: 'ready' }]);
    await append('trip', 2);
    expect(await events.take(1)).toMatchObject([{ event: 'journal', data: { id: 'trip', head: 2 } }]);
    await store.delete('trip');
    expect(await events.take(1)).toMatchObject([{ event: 'deleted', data: { id: 'trip' } }]);
    events.leave();
  });
});

describe('open streams', () => {
  it('are counted, and released when their reader disconnects', async () => {
    const { url } = await start({ streams: { limit: 1 } });
    const first = await ServerEvents.open(`${url}/api/events`);
    await first.take(1);
    const refused = await fetch(`${url}/api/events`);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'too-many-streams' });
    first.leave();
    await expect
      .poll(async () => {
        const next = await ServerEvents.open(`${url}/api/events`);
        next.leave();
        return next.response.status;
      })
      .toBe(200);
  });

  it('do not count for HEAD', async () => {
    const { url } = await start({ streams: { limit: 1 } });
    for (let i = 0; i < 3; i++) {
      expect((await fetch(`${url}/api/events`, { method: 'HEAD' })).status).toBe(200);
    }
  });

  it('end with a retry hint when the server stops, and nothing answers any more', async () => {
    await append('trip', 1);
    const idle = await fetch(`${server.url}/healthz`);
    await idle.text();
    const facts = await ServerEvents.open(`${server.url}/api/journals/trip/events`);
    const journals = await ServerEvents.open(`${server.url}/api/events`);
    await facts.take(1);
    await journals.take(1);
    const closing = server.close();
    expect((await facts.rest()).at(-1)).toBe('retry: 1000');
    expect((await journals.rest()).at(-1)).toBe('retry: 1000');
    await closing;
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
    await append('trip', 1);
  });
});

describe('a token', () => {
  it('is required before the server listens where other machines reach it', async () => {
    await expect(serve({ store, port: 0, host: '0.0.0.0' })).rejects.toMatchObject({ code: 'token-needed' });
    await expect(serve({ store, port: 0, host: '::' })).rejects.toMatchObject({ code: 'token-needed' });
    await expect(serve({ store, port: 0, token: 'short' })).rejects.toMatchObject({ code: 'token-needed' });
  });

  it('grants access to the API, in the header or as the cookie it was exchanged for', async () => {
    const { port } = await start({ host: '0.0.0.0', token: TOKEN });
    const ask = (headers: Record<string, string>) => raw('/api/journals', { port, headers });
    const without = await ask({});
    expect(without.status).toBe(401);
    expect(without.headers['www-authenticate']).toContain('Bearer');
    expect((await ask({ Authorization: `Bearer ${TOKEN}` })).status).toBe(200);
    expect((await ask({ Authorization: `Bearer ${TOKEN}x` })).status).toBe(401);
    expect((await ask({ Cookie: `wayfold=${TOKEN}` })).status).toBe(401);

    const headers = { Origin: `http://127.0.0.1:${port}` };
    const signIn = (token: string) =>
      raw('/api/session', { port, method: 'POST', headers, body: JSON.stringify({ token }) });
    const wrong = await signIn('another-token-of-some-length');
    expect(wrong.status).toBe(401);
    expect(wrong.headers['set-cookie']).toBeUndefined();
    const right = await signIn(TOKEN);
    expect(right.status).toBe(204);
    const [cookie = ''] = right.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict/);
    expect(cookie).not.toContain(TOKEN);
    expect((await ask({ Cookie: cookie.split(';')[0] ?? '' })).status).toBe(200);
  });

  it('cannot be guessed fast: after a few wrong ones from an address, the next is delayed and refused', async () => {
    const guessing = async (options: Partial<ServeOptions>, from: (count: number) => string) => {
      const { port } = await start({ token: TOKEN, ...options });
      const ask = (token: string, address: string) =>
        raw('/api/journals', {
          port,
          headers: { Authorization: `Bearer ${token}`, 'X-Forwarded-For': address },
        });
      for (let count = 0; count < 10; count++) await ask(`guess-${count}`, from(count));
      return { ask, guess: await ask('guess-10', from(10)) };
    };
    const [direct, proxied] = await Promise.all([
      guessing({}, (count) => `198.51.100.${count}`),
      guessing({ trustedProxies: '127.0.0.1' }, () => '198.51.100.1'),
    ]);
    for (const { guess } of [direct, proxied]) {
      expect(guess.status).toBe(429);
      expect(Number(guess.headers['retry-after'])).toBeGreaterThan(0);
      expect(JSON.parse(guess.body)).toMatchObject({ code: 'rate-limited' });
    }
    expect((await direct.ask(TOKEN, '198.51.100.1')).status).toBe(200);
    expect((await proxied.ask('guess', '198.51.100.2')).status).toBe(401);
    expect((await proxied.ask(TOKEN, '198.51.100.2')).status).toBe(200);
  });

  it('is not needed for the page itself and for health, and appears in no response', async () => {
    const { port } = await start({ token: TOKEN });
    for (const path of ['/', '/sessions/any', '/icon.svg', '/healthz', '/api/journals']) {
      const answer = await raw(path, { port });
      expect(answer.status).toBe(path === '/api/journals' ? 401 : 200);
      expect(answer.body).not.toContain(TOKEN);
    }
  });

  it('is accepted in a small body only', async () => {
    const { port } = await start({ token: TOKEN });
    const post = (body: string) => raw('/api/session', { port, method: 'POST', body });
    expect((await post('x'.repeat(5000))).status).toBe(413);
    expect((await post('no json')).status).toBe(400);
    expect((await post('{"token":1}')).status).toBe(400);
  });
});

describe('starting', () => {
  it('uses any free port for port 0', () => {
    expect(server.port).toBeGreaterThan(0);
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  });

  it('reports a port in use, and what to do', async () => {
    await expect(serve({ store, port: server.port })).rejects.toMatchObject({
      code: 'port-in-use',
      fix: expect.stringContaining('--port'),
    });
  });

  it('reports an address of another machine', async () => {
    await expect(serve({ store, port: 0, host: '192.0.2.1', token: TOKEN })).rejects.toMatchObject({
      code: 'address-unavailable',
    });
  });

  it('passes the command for a first journal to the page', async () => {
    const { url } = await start({ firstCommand: 'wayfold journal append x' });
    expect(await (await fetch(`${url}/api/about`)).json()).toEqual({
      name: 'wayfold',
      firstCommand: 'wayfold journal append x',
    });
  });

  const KINDS = new Map<string | undefined, string>([
    ['js', 'javascript'],
    ['css', 'text/css'],
    ['woff2', 'font/woff2'],
  ]);

  it('serves every file of the page, under cacheable names', async () => {
    const { body, headers } = await raw('/');
    expect(headers['cache-control']).toBe('no-cache');
    const asked = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(asked.map((path) => path.split('.').at(-1))).toEqual(expect.arrayContaining(['js', 'css']));
    for (const path of asked) {
      const answer = await raw(path);
      expect(answer.status).toBe(200);
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(answer.headers['content-type']).toContain(KINDS.get(path.split('.').at(-1)));
    }
  });
});
