import type { lookup as systemLookup } from 'node:dns';
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { FetchError } from './error.ts';
import { type AllowPrivate, checkAddress, guardedLookup, reasonOf, refused } from './guarded-connection.ts';

/** Options for a fetch. */
export interface GuardedFetchOptions {
  /**
   * Which private addresses may be fetched: all, none, or only those of these origins (`http://localhost:3000`);
   * default none.
   */
  readonly allowPrivate?: AllowPrivate;
  /** For everything together: name resolution, connections, redirects and the whole body; default 30 seconds. */
  readonly timeoutMs?: number;
  /** How much of the body is read, after decompression; default 1 MiB. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  /** Default `GET`. */
  readonly method?: 'GET' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  /** How names are resolved; default: by the system. The result is checked. */
  readonly lookup?: typeof systemLookup;
}

/** The response. An error status is not a failure here. */
export interface FetchResult {
  /** The final URL after redirects, without credentials. */
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  /** As the server states it, or `''`. */
  readonly contentType: string;
  readonly body: Uint8Array;
  /** Whether the body is longer than what was read. */
  readonly truncated: boolean;
}

const DEFAULT_FETCH_TIMEOUT_MS = 30_000;
const DEFAULT_FETCH_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches an address that came from outside. Only `http:` and `https:`, and nothing private unless allowed: the
 * address is checked when the connection is made, so that a name cannot resolve to one address in the check and to
 * another afterwards, and again at every redirect. Credentials in the URL are not sent. Rejects with a
 * {@link FetchError} (`fetch-refused`, `fetch-timeout`, `fetch-failed`), or with the signal's reason.
 */
export async function guardedFetch(
  url: string | URL,
  options: GuardedFetchOptions = {},
): Promise<FetchResult> {
  const { signal, timeoutMs = DEFAULT_FETCH_TIMEOUT_MS } = options;
  signal?.throwIfAborted();
  const deadline = AbortSignal.timeout(timeoutMs);
  const ended = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  let target = checkedUrl(url, options);
  try {
    for (let redirects = 0; ; redirects += 1) {
      const { response, request } = await send(target, options, ended);
      try {
        const next = redirectOf(response);
        if (next === undefined) return await received(target, response, options, ended);
        if (redirects === MAX_REDIRECTS) throw tooManyRedirects(target);
        target = checkedUrl(URL.canParse(next, target) ? new URL(next, target) : next, options);
      } finally {
        request.destroy();
      }
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (deadline.aborted) throw timedOut(target, timeoutMs, error);
    throw error instanceof FetchError ? error : failed(target, error);
  }
}

function checkedUrl(given: string | URL, options: GuardedFetchOptions): URL {
  if (!URL.canParse(String(given)))
    throw refused(
      `${JSON.stringify(String(given))} is not a complete address.`,
      'Write it like https://example.com/.',
    );
  const url = new URL(given);
  url.username = '';
  url.password = '';
  url.hash = '';
  checkAddress(url, options.allowPrivate ?? false);
  return url;
}

interface Exchange {
  readonly request: ClientRequest;
  readonly response: IncomingMessage;
}

function send(url: URL, options: GuardedFetchOptions, signal: AbortSignal): Promise<Exchange> {
  const { method = 'GET', headers = {}, lookup, allowPrivate = false } = options;
  const settings: RequestOptions = {
    method,
    // A new connection each time: a reused one could lead elsewhere than was checked.
    agent: false,
    headers: { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'wayfold', ...headers },
    lookup: guardedLookup(url, allowPrivate, lookup),
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? https.request(url, settings) : http.request(url, settings);
    request.on('response', (response) => resolve({ request, response }));
    request.on('error', reject);
    request.on('close', () => reject(failed(url, 'a connection that was closed')));
    request.end();
  });
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  return REDIRECTS.has(statusCode) ? headers.location : undefined;
}

async function received(
  url: URL,
  response: IncomingMessage,
  { method = 'GET', maxBytes = DEFAULT_FETCH_BYTES }: GuardedFetchOptions,
  signal: AbortSignal,
): Promise<FetchResult> {
  const { statusCode: status = 0, statusMessage: statusText = '', headers } = response;
  const content =
    method === 'HEAD'
      ? { body: new Uint8Array(), truncated: false }
      : await readWithin(decoded(response, url), maxBytes, signal);
  return { url: url.href, status, statusText, contentType: headers['content-type'] ?? '', ...content };
}

function decoded(response: IncomingMessage, url: URL): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const decoder = decoderOf(encoding);
  if (decoder === undefined) return response;
  if (decoder === 'unknown') throw failed(url, `content of the encoding ${encoding}`);
  // Unlike pipe, it notices a response that is already gone. The reader of the decoder gets the error.
  return pipeline(response, decoder, () => undefined);
}

function decoderOf(encoding: string) {
  switch (encoding) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return 'unknown';
  }
}

/** Reads no further than the limit, however much a server would send or a small body would decompress to. */
async function readWithin(
  stream: Readable,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Pick<FetchResult, 'body' | 'truncated'>> {
  const pieces: Buffer[] = [];
  let size = 0;
  const stop = () => stream.destroy(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      pieces.push(piece);
      size += piece.length;
      if (size > maxBytes) break;
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return { body: new Uint8Array(Buffer.concat(pieces).subarray(0, maxBytes)), truncated: size > maxBytes };
}

function tooManyRedirects(url: URL): FetchError {
  return new FetchError('fetch-failed', {
    summary: `There were more than ${MAX_REDIRECTS} redirects, the last one at ${url.href}.`,
    fix: 'Use the address that they lead to.',
  });
}

function timedOut(url: URL, timeoutMs: number, cause: unknown): FetchError {
  return new FetchError('fetch-timeout', {
    summary: `${url.href} did not arrive within ${timeoutMs} ms.`,
    fix: 'Try again later, or allow more time.',
    cause,
  });
}

function failed(url: URL, cause: unknown): FetchError {
  return new FetchError('fetch-failed', {
    summary: `${url.href} does not answer: ${cause instanceof Error ? reasonOf(cause) : String(cause)}.`,
    fix: 'Check the address and the network, then try again.',
    cause,
  });
}
