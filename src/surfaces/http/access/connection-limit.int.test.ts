import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { memoryStore } from '../../../journal/memory-store.ts';
import { serve } from '../serve.ts';
import type { RunningServer, ServeOptions } from '../server-options.ts';

const ONE = '127.0.0.1';
const OTHER = '127.0.0.2';
const ROUTES = ['/', '/healthz', '/api/sessions', '/mcp', '/a2a/none', '/errors/rate-limited', '/nothing'];
const TOKEN = 'a-token-that-is-long-enough';

const opened: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function start(options: Partial<ServeOptions> = {}): Promise<RunningServer> {
  const store = memoryStore();
  const server = await serve({ store, port: 0, sessions: { env: {} }, ...options });
  opened.push(async () => {
    await server.close();
    await store.close();
  });
  return server;
}

/** A connection that begins a request and never ends it. */
async function halfOpen(port: number, localAddress = ONE): Promise<Socket> {
  const socket = connect({ port, host: ONE, localAddress });
  opened.push(() => void socket.destroy());
  socket.on('error', () => undefined);
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  socket.write('GET /healthz HTTP/1.1\r\nHost: 127');
  return socket;
}

interface Asked {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function ask(
  port: number,
  path: string,
  { from = ONE, headers = {} }: { from?: string; headers?: Record<string, string> } = {},
): Promise<Asked> {
  const sent = request({ port, path, host: ONE, localAddress: from, agent: false, headers });
  sent.end();
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

describe('connections', () => {
  it('of one address do not keep others out, however many there are', async () => {
    const { port } = await start();
    await Promise.all(Array.from({ length: 1100 }, () => halfOpen(port)));
    for (const path of ROUTES) expect((await ask(port, path, { from: OTHER })).status).not.toBe(503);
    expect((await ask(port, '/healthz', { from: OTHER })).status).toBe(200);
  });

  it('beyond the limit of an address are refused, and let in when others have ended', async () => {
    const { port } = await start({ connections: { perAddress: 2 } });
    const first = await halfOpen(port);
    await halfOpen(port);
    const refused = await ask(port, '/healthz');
    expect(refused.status).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'too-many-connections', status: 503 });
    expect((await ask(port, '/healthz', { from: OTHER })).status).toBe(200);
    first.destroy();
    await expect.poll(async () => (await ask(port, '/healthz')).status).toBe(200);
  });

  it('beyond the limit of all are closed, wherever they come from', async () => {
    const { port } = await start({ connections: { total: 2 } });
    const first = await halfOpen(port);
    await halfOpen(port, '127.0.0.3');
    await expect(ask(port, '/healthz', { from: OTHER })).rejects.toThrow();
    first.destroy();
    await expect
      .poll(async () => (await ask(port, '/healthz', { from: OTHER }).catch(() => undefined))?.status)
      .toBe(200);
  });

  it('of a trusted proxy are not held to the limit of one address', async () => {
    const { port } = await start({ connections: { perAddress: 1 }, trustedProxies: OTHER });
    await halfOpen(port, OTHER);
    await halfOpen(port, OTHER);
    expect((await ask(port, '/healthz', { from: OTHER })).status).toBe(200);
  });

  it('that are refused do not keep a server from stopping', async () => {
    const { port, close } = await serve({ store: memoryStore(), port: 0, connections: { perAddress: 0 } });
    const socket = connect({ port, host: ONE });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    await close();
  });
});

describe('requests', () => {
  it.each(ROUTES)('to %s have the limit of their address', async (path) => {
    const { port } = await start({ sessions: { env: {}, rate: { burst: 2, perSecond: 0.01 } } });
    await ask(port, path);
    await ask(port, path);
    const refused = await ask(port, path);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'rate-limited' });
    expect((await ask(port, path, { from: OTHER })).status).not.toBe(429);
  });

  it.each(['/api/sessions', '/mcp', '/a2a/none'])('to %s have the limit of their token', async (path) => {
    const rate = { burst: 1, perSecond: 0.01 };
    const { port } = await start({ token: TOKEN, sessions: { env: {}, rate } });
    const headers = { Authorization: `Bearer ${TOKEN}` };
    for (let i = 1; i <= 10; i++) {
      expect((await ask(port, path, { from: `127.0.1.${i}`, headers })).status).not.toBe(429);
    }
    expect((await ask(port, path, { from: '127.0.1.11', headers })).status).toBe(429);
    // Who does not have it uses up nothing of it.
    expect((await ask(port, path, { from: '127.0.1.12' })).status).toBe(401);
  });

  it('that come through a trusted proxy are counted by whom it asks for', async () => {
    const rate = { burst: 1, perSecond: 0.01 };
    const { port } = await start({ trustedProxies: OTHER, sessions: { env: {}, rate } });
    const asFor = async (from: string, client: string) =>
      (await ask(port, '/healthz', { from, headers: { 'X-Forwarded-For': client } })).status;
    expect(await asFor(OTHER, '192.0.2.1')).toBe(200);
    expect(await asFor(OTHER, '192.0.2.1')).toBe(429);
    expect(await asFor(OTHER, '192.0.2.2')).toBe(200);
    expect(await asFor('127.0.0.3', '192.0.2.3')).toBe(200);
    expect(await asFor('127.0.0.3', '192.0.2.4')).toBe(429);
  });
});

describe('event streams', () => {
  it('are not to be gathered by a proxy', async () => {
    const { url } = await start();
    const stream = await fetch(`${url}/api/events`, { method: 'HEAD' });
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
  });

  it('are counted by address', async () => {
    const { port } = await start({ streams: { perAddress: 1 } });
    const follow = async (from: string) => {
      const sent = request({ port, path: '/api/events', host: ONE, localAddress: from, agent: false }).end();
      opened.push(() => void sent.destroy());
      sent.on('error', () => undefined);
      const [response] = await once(sent, 'response');
      return { status: response.statusCode, headers: response.headers, leave: () => sent.destroy() };
    };
    const first = await follow(ONE);
    expect(first.status).toBe(200);
    const refused = await follow(ONE);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await follow(OTHER)).status).toBe(200);
    first.leave();
    await expect.poll(async () => (await follow(ONE)).status).toBe(200);
  });
});
