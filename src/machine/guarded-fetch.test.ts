import type { lookup as systemLookup } from 'node:dns';
import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { memorySites } from '../../test/memory-sites.ts';
import { FetchError } from './error.ts';
import { type GuardedFetchOptions, guardedFetch } from './guarded-fetch.ts';

const PUBLIC = '93.184.216.34';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function sites(given: Readonly<Record<string, RequestListener>>) {
  const { asked, close } = memorySites(given);
  closing.push(close);
  return asked;
}

/** One server at a public address. */
const site = (answer: RequestListener) => sites({ [`${PUBLIC}:80`]: answer });

/** A name server that knows these addresses. */
function resolving(...addresses: readonly string[]): typeof systemLookup {
  const lookup = (_: string, __: unknown, callback: (error: Error | null, found: unknown) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  // Only the form of the call that the connection makes.
  return lookup as unknown as typeof systemLookup;
}

async function failure(url: string, options: GuardedFetchOptions = {}) {
  const error: unknown = await guardedFetch(url, options).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(FetchError);
  if (!(error instanceof FetchError)) throw error;
  const { code, summary, fix } = error;
  return { code, summary, fix };
}

const utf8 = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** It names what allows it, on the command line and in a program. */
const ALLOW = expect.stringMatching(/--allow-private.*allowPrivate: true/);

describe('an address is refused', () => {
  it.each(['not a url', '', '/relative', 'http://'])('that is not complete: %j', async (url) => {
    expect(await failure(url, { allowPrivate: true })).toMatchObject({ code: 'fetch-refused' });
  });

  it.each([
    ['file:///etc/passwd', 'file:'],
    ['ftp://example.com/', 'ftp:'],
    ['data:,x', 'data:'],
  ])('that is not http(s): %s', async (url, protocol) => {
    expect(await failure(url, { allowPrivate: true })).toMatchObject({
      code: 'fetch-refused',
      summary: expect.stringContaining(protocol),
    });
  });

  it.each(['127.0.0.1', '[::1]', 'localhost', '10.0.0.1', '169.254.169.254'])(
    'that is private: %s',
    async (host) => {
      const asked = sites({ [`${host}:80`]: (_, response) => response.end('secret') });
      expect(await failure(`http://${host}/`)).toMatchObject({ code: 'fetch-refused', fix: ALLOW });
      expect(await failure(`http://${host}/`, { allowPrivate: false })).toMatchObject({
        code: 'fetch-refused',
      });
      expect(await failure(`http://${host}/`, { allowPrivate: [`http://${host}:8080`] })).toMatchObject({
        code: 'fetch-refused',
      });
      expect(asked).toEqual([]);
    },
  );

  it('if one of the addresses of its name is private, even if the first is not', async () => {
    const asked = sites({ 'innocent.example:80': (_, response) => response.end('secret') });
    const lookup = resolving(PUBLIC, '10.0.0.1', '127.0.0.1');
    expect(await failure('http://innocent.example/', { lookup })).toMatchObject({
      code: 'fetch-refused',
      fix: ALLOW,
    });
    expect(asked).toEqual([]);
  });

  it('that a redirect leads to', async () => {
    const asked = sites({
      [`${PUBLIC}:80`]: (_, response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
      '127.0.0.1:80': (_, response) => response.end('secret'),
    });
    expect(await failure(`http://${PUBLIC}/`)).toMatchObject({ code: 'fetch-refused' });
    expect(asked.map(({ url }) => url)).toEqual([`http://${PUBLIC}/`]);
  });

  it('if a redirect is not a valid URL', async () => {
    site((_, response) => response.writeHead(302, { location: 'http://' }).end());
    expect(await failure(`http://${PUBLIC}/`)).toMatchObject({ code: 'fetch-refused' });
  });
});

describe('an address is fetched', () => {
  it('without credentials or fragment', async () => {
    const asked = site((_, response) => response.end());
    const { url } = await guardedFetch(`http://user:secret@${PUBLIC}/a?b=c#d`);
    expect(url).toBe(`http://${PUBLIC}/a?b=c`);
    expect(asked).toEqual([
      {
        method: 'GET',
        url: `http://${PUBLIC}/a?b=c`,
        headers: {
          accept: '*/*',
          'accept-encoding': 'gzip, deflate, br',
          'user-agent': 'wayfold',
          host: PUBLIC,
          connection: expect.any(String),
        },
      },
    ]);
  });

  it('with the headers that are given', async () => {
    const asked = site((_, response) => response.end());
    await guardedFetch(new URL(`http://${PUBLIC}/`), { headers: { accept: 'text/html', 'x-of-mine': '1' } });
    expect(asked[0]?.headers).toMatchObject({
      accept: 'text/html',
      'x-of-mine': '1',
      'user-agent': 'wayfold',
    });
  });

  it('over TLS when it says https', async () => {
    const asked = sites({ [`${PUBLIC}:443`]: (_, response) => response.end('safe') });
    expect(utf8((await guardedFetch(`https://${PUBLIC}/`)).body)).toBe('safe');
    expect(asked.map(({ url }) => url)).toEqual([`https://${PUBLIC}/`]);
  });

  it('by a name whose addresses are all public', async () => {
    sites({ 'site.example:80': (_, response) => response.end('found') });
    const lookup = resolving(PUBLIC, '2606:4700::1111');
    expect(utf8((await guardedFetch('http://site.example/', { lookup })).body)).toBe('found');
  });

  it.each([[true], [['http://127.0.0.1']]])('if it is private and allowed: %j', async (allowPrivate) => {
    sites({ '127.0.0.1:80': (_, response) => response.end('inside') });
    expect(utf8((await guardedFetch('http://127.0.0.1/', { allowPrivate })).body)).toBe('inside');
  });

  it('by a name with a private address, if allowed', async () => {
    sites({ 'inside.example:80': (_, response) => response.end('inside') });
    const options = { lookup: resolving('10.0.0.1'), allowPrivate: true };
    expect(utf8((await guardedFetch('http://inside.example/', options)).body)).toBe('inside');
  });

  it('with its status and type, even for an error status', async () => {
    site((_, response) => response.writeHead(404, { 'content-type': 'text/plain' }).end('none'));
    expect(await guardedFetch(`http://${PUBLIC}/`)).toEqual({
      url: `http://${PUBLIC}/`,
      status: 404,
      statusText: 'Not Found',
      contentType: 'text/plain',
      body: new Uint8Array(Buffer.from('none')),
      truncated: false,
    });
  });

  it('without a type if the server sends none', async () => {
    site((_, response) => response.end());
    expect((await guardedFetch(`http://${PUBLIC}/`)).contentType).toBe('');
  });

  it('only by its head on request', async () => {
    const asked = site((_, response) => response.writeHead(200, { 'content-encoding': 'own' }).end());
    expect(await guardedFetch(`http://${PUBLIC}/`, { method: 'HEAD' })).toMatchObject({
      body: new Uint8Array(),
      truncated: false,
    });
    expect(asked.map(({ method }) => method)).toEqual(['HEAD']);
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    [' GZip ', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (text: string) => text],
    ['', (text: string) => text],
  ])('and decompressed if its encoding is %j', async (encoding, compress) => {
    site((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(compress('hello')));
    expect(utf8((await guardedFetch(`http://${PUBLIC}/`)).body)).toBe('hello');
  });

  it.each([301, 302, 303, 307, 308])('through a redirect with %i', async (status) => {
    const asked = site((request, response) =>
      request.url === '/a/b' ? response.writeHead(status, { location: 'c?d' }).end() : response.end('there'),
    );
    const { url, body } = await guardedFetch(`http://${PUBLIC}/a/b`);
    expect([url, utf8(body)]).toEqual([`http://${PUBLIC}/a/c?d`, 'there']);
    expect(asked).toHaveLength(2);
  });

  it.each([
    [300, { location: '/elsewhere' }],
    [304, { location: '/elsewhere' }],
    [302, {}],
  ])('without following a %i with the headers %j', async (status, headers) => {
    const asked = site((_, response) => response.writeHead(status, headers).end());
    expect((await guardedFetch(`http://${PUBLIC}/`)).status).toBe(status);
    expect(asked).toHaveLength(1);
  });
});

describe('a limit', () => {
  const countdown: RequestListener = (request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end('there');
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  };

  it('of five redirects is enforced', async () => {
    const asked = site(countdown);
    expect(utf8((await guardedFetch(`http://${PUBLIC}/5`)).body)).toBe('there');
    asked.length = 0;
    expect(await failure(`http://${PUBLIC}/6`)).toMatchObject({ code: 'fetch-failed' });
    expect(asked).toHaveLength(6);
  });

  it.each([
    [6, '12345', false],
    [5, '12345', false],
    [4, '1234', true],
    [0, '', true],
  ])('of %i bytes leaves %j of a body of five', async (maxBytes, kept, truncated) => {
    site((_, response) => response.end('12345'));
    const fetched = await guardedFetch(`http://${PUBLIC}/`, { maxBytes });
    expect([utf8(fetched.body), fetched.truncated]).toEqual([kept, truncated]);
  });

  it('is 1 MiB of decompressed content by default', async () => {
    site((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1024 * 1024 + 1))),
    );
    const { body, truncated } = await guardedFetch(`http://${PUBLIC}/`);
    expect([body.length, truncated]).toEqual([1024 * 1024, true]);
  });

  it('stops an endless body, and disconnects', async () => {
    const { promise: hungUp, resolve } = Promise.withResolvers<void>();
    site((_, response) => {
      response.on('close', resolve);
      response.write('123');
      response.write('456');
    });
    const { body, truncated } = await guardedFetch(`http://${PUBLIC}/`, { maxBytes: 5 });
    expect([utf8(body), truncated]).toEqual(['12345', true]);
    await hungUp;
  });

  it.each<[string, RequestListener]>([
    ['no answer', () => undefined],
    ['no end of the answer', (_, response) => response.write('x')],
  ])('of time is kept when there is %s', async (_, answer) => {
    site(answer);
    expect(await failure(`http://${PUBLIC}/`, { timeoutMs: 30 })).toMatchObject({ code: 'fetch-timeout' });
  });
});

describe('a failure', () => {
  it('names the address, the reason, and what to do', async () => {
    sites({});
    expect(await failure(`http://${PUBLIC}/x`)).toMatchObject({
      code: 'fetch-failed',
      summary: expect.stringContaining(`ECONNREFUSED ${PUBLIC}`),
    });
  });

  it.each([
    [
      'the first reason of several',
      new AggregateError([new Error('first'), new Error('second')], 'all'),
      'first',
    ],
    ['that of all when there is no single one', new AggregateError([], 'all of them'), 'all of them'],
    ['the name of an error without words', new RangeError(''), 'RangeError'],
  ])('of the name server has %s', async (_, error, actual) => {
    sites({});
    const lookup = (_: string, __: unknown, callback: (error: Error) => void) => callback(error);
    const options = { lookup: lookup as unknown as typeof systemLookup };
    expect(await failure('http://site.example/', options)).toMatchObject({
      code: 'fetch-failed',
      summary: expect.stringContaining(actual),
    });
  });

  it('is content in an unsupported encoding', async () => {
    site((_, response) => response.writeHead(200, { 'content-encoding': 'own' }).end('x'));
    expect(await failure(`http://${PUBLIC}/`)).toMatchObject({ code: 'fetch-failed' });
  });

  it('is a compressed body that breaks off', async () => {
    site((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.write(gzipSync('hello').subarray(0, 8), () => setImmediate(() => response.destroy()));
    });
    expect(await failure(`http://${PUBLIC}/`)).toMatchObject({ code: 'fetch-failed' });
  });

  it('is a compressed body whose connection closes before it is read', async () => {
    site((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.flushHeaders();
      response.destroy();
    });
    expect(await failure(`http://${PUBLIC}/`, { timeoutMs: 2000 })).toMatchObject({ code: 'fetch-failed' });
  });

  it('is a server that closes the connection', async () => {
    site((request) => request.destroy());
    expect(await failure(`http://${PUBLIC}/`)).toMatchObject({ code: 'fetch-failed' });
  });
});

describe('an abort rejects with its own reason', () => {
  const reason = new Error('cancelled');

  it('before anything is asked', async () => {
    const asked = site((_, response) => response.end());
    const cancelled = guardedFetch(`http://${PUBLIC}/`, { signal: AbortSignal.abort(reason) });
    await expect(cancelled).rejects.toBe(reason);
    expect(asked).toEqual([]);
  });

  it.each<[string, (cancel: () => void) => RequestListener]>([
    ['while the server is silent', (cancel) => () => cancel()],
    ['while the body comes in', (cancel) => (_, response) => response.write('x', () => setImmediate(cancel))],
  ])('%s', async (_, answering) => {
    const cancel = new AbortController();
    site(answering(() => cancel.abort(reason)));
    await expect(guardedFetch(`http://${PUBLIC}/`, { signal: cancel.signal })).rejects.toBe(reason);
  });
});
