import type { lookup as systemLookup } from 'node:dns';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { localSite } from '../../test/local-site.ts';
import { FetchError } from './error.ts';
import { guardedFetch } from './guarded-fetch.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function site(answer: RequestListener) {
  const opened = await localSite(answer);
  closing.push(opened.close);
  return opened;
}

/** A server that speaks whatever a test wants it to. */
async function tcpSite(onConnection: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    closing.push(() => socket.destroy());
    onConnection(socket);
  });
  closing.push(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/`;
}

const text =
  (body: string): RequestListener =>
  (_, response) =>
    response.end(body);
const utf8 = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function answering(...answers: readonly string[][]): typeof systemLookup & { calls: string[] } {
  const calls: string[] = [];
  const lookup = (name: string, _: unknown, callback: (error: null, found: unknown) => void) => {
    const addresses = answers[Math.min(calls.length, answers.length - 1)] ?? [];
    calls.push(name);
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  // Only the form of the call that the connection makes.
  return Object.assign(lookup as unknown as typeof systemLookup, { calls });
}

async function refusal(url: string, options: Parameters<typeof guardedFetch>[1] = {}): Promise<string> {
  const error = await guardedFetch(url, options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FetchError);
  return error instanceof FetchError ? error.code : '';
}

describe('a private address is refused', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
    '0177.0.0.1',
    '１２７.０.０.１',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '0.0.0.0',
    '0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '255.255.255.255',
    '224.0.0.1',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:169.254.169.254]',
    '[::127.0.0.1]',
    '[64:ff9b::10.0.0.1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fec0::1]',
    '[ff02::1]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'any.localhost',
    'user:pass@127.0.0.1',
    'example.com@127.0.0.1',
  ])('http://%s/', async (host) => {
    const { port, asked } = await site(text('secret'));
    expect(await refusal(`http://${host}:${port}/`)).toBe('fetch-refused');
    expect(asked).toEqual([]);
  });

  it.each([['127.0.0.1'], ['::1'], ['::ffff:10.0.0.1'], ['169.254.169.254'], ['93.184.216.34', '10.0.0.1']])(
    'behind a name that resolves to %s',
    async (...addresses) => {
      const { port, asked } = await site(text('secret'));
      const lookup = answering(addresses);
      expect(await refusal(`http://innocent.example:${port}/`, { lookup })).toBe('fetch-refused');
      expect(asked).toEqual([]);
    },
  );

  it('behind a name that resolved to a public address before', async () => {
    const { port, asked } = await site(text('secret'));
    const lookup = answering(['93.184.216.34'], ['127.0.0.1']);
    const signal = AbortSignal.timeout(300);
    await expect(guardedFetch(`http://rebinding.example:${port}/`, { lookup, signal })).rejects.toBeDefined();
    expect(lookup.calls).toEqual(['rebinding.example']);
    expect(await refusal(`http://rebinding.example:${port}/`, { lookup })).toBe('fetch-refused');
    expect(asked).toEqual([]);
  });

  it.each([
    ['301', (port: number) => `http://127.0.0.1:${port}/`],
    ['302', (port: number) => `//localhost:${port}/`],
    ['303', (port: number) => `http://0x7f000001:${port}/`],
    ['307', (port: number) => `http://[::ffff:127.0.0.1]:${port}/`],
    ['308', () => 'http://169.254.169.254/latest/meta-data/'],
    ['302', () => 'file:///etc/passwd'],
    ['302', () => 'ftp://example.com/'],
    ['302', () => 'data:text/plain,hello'],
    ['302', () => 'http://'],
  ])('when a redirect with %s leads there', async (status, location) => {
    const inner = await site(text('secret'));
    const outer = await site((_, response) =>
      response.writeHead(Number(status), { location: location(inner.port) }).end(),
    );
    expect(await refusal(outer.origin, { allowPrivate: [outer.origin] })).toBe('fetch-refused');
    expect(inner.asked).toEqual([]);
  });
});

describe('what is refused whatever is allowed', () => {
  it.each(['file:///etc/passwd', 'ftp://example.com/', 'gopher://example.com/', 'data:,x', 'not a url', ''])(
    '%j',
    async (url) => {
      expect(await refusal(url, { allowPrivate: true })).toBe('fetch-refused');
    },
  );
});

describe('what is fetched', () => {
  it('comes with its status, its type and where it was in the end', async () => {
    const { origin } = await site((request, response) =>
      request.url === '/a'
        ? response.writeHead(302, { location: 'b?x#y' }).end()
        : response.writeHead(404, { 'content-type': 'text/plain' }).end('none'),
    );
    const fetched = await guardedFetch(`${origin}/a`, { allowPrivate: true });
    expect(fetched).toMatchObject({
      url: `${origin}/b?x`,
      status: 404,
      statusText: 'Not Found',
      contentType: 'text/plain',
      truncated: false,
    });
    expect(utf8(fetched.body)).toBe('none');
  });

  it('is a private origin that was explicitly allowed', async () => {
    const { origin } = await site(text('inside'));
    expect(utf8((await guardedFetch(origin, { allowPrivate: [origin] })).body)).toBe('inside');
  });

  it('is requested without credentials of the URL or of a redirect', async () => {
    const { origin, port, asked } = await site((request, response) =>
      request.url === '/a'
        ? response.writeHead(302, { location: `http://other:secret@127.0.0.1:${port}/b` }).end()
        : response.end(),
    );
    const fetched = await guardedFetch(`http://user:secret@127.0.0.1:${port}/a`, { allowPrivate: true });
    expect(fetched.url).toBe(`${origin}/b`);
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  it('has no body when only the head is asked for', async () => {
    const { origin } = await site(text('body'));
    expect(await guardedFetch(origin, { allowPrivate: true, method: 'HEAD' })).toMatchObject({
      status: 200,
      body: new Uint8Array(),
    });
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('is decompressed (%s)', async (encoding, compress) => {
    const { origin } = await site((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(compress('hello')),
    );
    expect(utf8((await guardedFetch(origin, { allowPrivate: true })).body)).toBe('hello');
  });
});

describe('limits', () => {
  it('follow five redirects and no more', async () => {
    const { origin, asked } = await site((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect(utf8((await guardedFetch(`${origin}/5`, { allowPrivate: true })).body)).toBe('there');
    asked.length = 0;
    expect(await refusal(`${origin}/6`, { allowPrivate: true })).toBe('fetch-failed');
    expect(asked).toHaveLength(6);
  });

  it('stop reading an endless body', async () => {
    const { origin } = await site((_, response) => {
      const piece = Buffer.alloc(64 * 1024, 'x');
      const pour = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', pour);
      pour();
    });
    const { body, truncated } = await guardedFetch(origin, { allowPrivate: true, maxBytes: 100_000 });
    expect([body.length, truncated]).toEqual([100_000, true]);
  });

  it('count a compressed body by its decompressed size', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000));
    const { origin } = await site((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const { body, truncated } = await guardedFetch(origin, { allowPrivate: true, maxBytes: 1000 });
    expect([body.length, truncated]).toEqual([1000, true]);
  });

  it('accept a body of exactly the limit as complete', async () => {
    const { origin } = await site(text('12345'));
    expect(await guardedFetch(origin, { allowPrivate: true, maxBytes: 5 })).toMatchObject({
      truncated: false,
    });
    expect(await guardedFetch(origin, { allowPrivate: true, maxBytes: 4 })).toMatchObject({
      truncated: true,
    });
  });

  it.each([
    ['says nothing', () => undefined],
    ['sends its head and no body', (write: (text: string) => void) => write('HTTP/1.1 200 OK\r\n\r\n')],
    [
      'sends a byte now and then',
      (write: (text: string) => void) => {
        write('HTTP/1.1 200 OK\r\nX: ');
        const drip = setInterval(() => write('x'), 20);
        closing.push(() => clearInterval(drip));
      },
    ],
  ])('end the wait for a server that %s', async (_, behave) => {
    const url = await tcpSite((socket) => behave((piece) => socket.write(piece)));
    expect(await refusal(url, { allowPrivate: true, timeoutMs: 200 })).toBe('fetch-timeout');
  });
});

describe('failures', () => {
  it('are reported if nothing listens', async () => {
    await expect(guardedFetch('http://127.0.0.1:1/', { allowPrivate: true })).rejects.toMatchObject({
      code: 'fetch-failed',
      summary: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it.each([
    ['hangs up', ''],
    ['is no web server', 'SSH-2.0-OpenSSH\r\n'],
    ['breaks off', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab'],
    ['changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'],
    ['sends no gzip as gzip', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nab'],
    ['has an encoding of its own', 'HTTP/1.1 200 OK\r\nContent-Encoding: own\r\nContent-Length: 2\r\n\r\nab'],
  ])('are reported if a server %s', async (_, answer) => {
    const url = await tcpSite((socket) => socket.once('data', () => socket.end(answer)));
    expect(await refusal(url, { allowPrivate: true })).toBe('fetch-failed');
  });

  it('are reported if a name has no address', async () => {
    const options = { allowPrivate: true, lookup: answering([]) };
    expect(await refusal('http://nowhere.example/', options)).toBe('fetch-failed');
  });

  it('have the reason of an abort, before, during the wait and during the body', async () => {
    const reason = new Error('cancelled');
    await expect(guardedFetch('http://example.com/', { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    const waiting = new AbortController();
    const silent = await site(() => waiting.abort(reason));
    await expect(guardedFetch(silent.origin, { allowPrivate: true, signal: waiting.signal })).rejects.toBe(
      reason,
    );
    const reading = new AbortController();
    const endless = await site((_, response) => {
      response.write('x');
      setImmediate(() => reading.abort(reason));
    });
    await expect(guardedFetch(endless.origin, { allowPrivate: true, signal: reading.signal })).rejects.toBe(
      reason,
    );
  });
});
