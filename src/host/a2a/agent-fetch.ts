import { lookup as systemLookup } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { isPrivateAddress, isPrivateHost } from '../../machine/private-address.ts';
import { A2aError } from './error.ts';

/** How an agent is reached. */
export interface AgentFetchOptions {
  /** Whether addresses of this machine and of private networks may be reached: all, none, or those of these origins. */
  readonly allowPrivate: boolean | readonly string[];
  /** Headers that only the agent's own origin gets to see, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly ownOrigin: string;
  /** How long until an answer begins. */
  readonly timeoutMs: number;
  /** How long an answer may say nothing before it counts as cut. */
  readonly silenceMs: number;
  /** The largest answer, and the longest line of a stream. */
  readonly maxBytes: number;
}

/**
 * A `fetch` for talking to agents. Where a name leads is checked when the connection is made, so that it cannot pass the
 * check with one address and be used with another. Redirects are not followed: what was meant for one address is not
 * sent to the next.
 */
export function agentFetch(options: AgentFetchOptions): typeof fetch {
  return async (input, init = {}) => {
    const url = checkedUrl(input instanceof Request ? input.url : String(input), options);
    const request = new Request(input, init);
    const body = init.body === undefined || init.body === null ? undefined : await request.text();
    const response = await send(url, request, body, options);
    const { statusCode: status = 0 } = response;
    if (status >= 300 && status < 400) {
      response.destroy();
      throw redirected(url, response.headers.location);
    }
    return new Response(status === 204 || status === 304 ? null : bodyOf(response, url, options), {
      status,
      statusText: response.statusMessage ?? '',
      headers: headersOf(response),
    });
  };
}

function checkedUrl(given: string, { allowPrivate }: AgentFetchOptions): URL {
  const url = new URL(given);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refused('an address that begins with http: or https:', url.protocol, 'Correct it.');
  }
  if (url.username !== '' || url.password !== '') {
    throw refused(
      'an address without a name or a password',
      `one with them at ${url.host}`,
      'Leave them out.',
    );
  }
  if (!mayBePrivate(url, allowPrivate) && isPrivateHost(url.hostname)) throw privateAddress(url.host);
  return url;
}

function mayBePrivate({ origin }: URL, allowPrivate: AgentFetchOptions['allowPrivate']): boolean {
  return typeof allowPrivate === 'boolean' ? allowPrivate : allowPrivate.includes(origin);
}

function send(
  url: URL,
  { method, headers, signal }: Request,
  body: string | undefined,
  { allowPrivate, headers: own, ownOrigin, timeoutMs }: AgentFetchOptions,
): Promise<IncomingMessage> {
  const deadline = new AbortController();
  const settings = {
    method,
    // A connection of its own each time: one that is kept could lead elsewhere than the check said.
    agent: false,
    headers: {
      'user-agent': 'wayfold',
      ...Object.fromEntries(headers),
      ...(url.origin === ownOrigin && own),
      'accept-encoding': 'identity',
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    },
    lookup: guardedLookup(mayBePrivate(url, allowPrivate)),
    signal: AbortSignal.any([signal, deadline.signal]),
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => deadline.abort(silent(url, timeoutMs)), timeoutMs);
    const request = url.protocol === 'https:' ? https.request(url, settings) : http.request(url, settings);
    request.on('response', (response) => {
      clearTimeout(timer);
      resolve(response);
    });
    request.on('error', (error) => {
      clearTimeout(timer);
      if (signal.aborted) reject(signal.reason);
      else reject(deadline.signal.aborted ? deadline.signal.reason : failed(url, error));
    });
    request.end(body);
  });
}

/** Every address of a name must be public: which of them is used is up to the connection. */
function guardedLookup(allowed: boolean): LookupFunction {
  return (hostname, options, callback) =>
    systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const inside = addresses.find(({ address }) => isPrivateAddress(address));
      if (inside !== undefined && !allowed) return callback(privateAddress(hostname), '', 0);
      const [first] = addresses;
      if (options.all) return callback(null, addresses);
      return first === undefined
        ? callback(new Error(`no address of ${hostname}`), '', 0)
        : callback(null, first.address, first.family);
    });
}

const NEW_LINE = 10;

/** The body, cut where it is too long or where nothing more comes. */
function bodyOf(response: IncomingMessage, url: URL, { maxBytes, silenceMs }: AgentFetchOptions): BodyInit {
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') ?? false;
  let size = 0;
  response.socket.setTimeout(silenceMs, () => response.destroy(silent(url, silenceMs)));
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const piece of response as AsyncIterable<Buffer>) {
      const lineEnd = isStream ? piece.lastIndexOf(NEW_LINE) : -1;
      size = lineEnd < 0 ? size + piece.length : piece.length - lineEnd - 1;
      if (size > maxBytes) throw tooLong(url, maxBytes);
      yield piece;
    }
  }
  // The types of Node's streams and of the web's are declared apart, and the values are the same.
  return Readable.toWeb(Readable.from(pieces())) as unknown as BodyInit;
}

function headersOf({ headers }: IncomingMessage): Headers {
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) copy.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return copy;
}

function refused(expected: string, actual: string, fix: string): A2aError {
  return new A2aError('agent-address-refused', { expected, actual, fix });
}

function privateAddress(host: string): A2aError {
  return refused(
    'an address on the public internet',
    `${host}, which is private`,
    'If it is meant, allow private addresses: --allow-private, or allowPrivate: true.',
  );
}

function redirected(url: URL, location: string | undefined): A2aError {
  return refused(
    `an answer from ${url.href}`,
    `a redirect to ${location ?? 'nowhere'}`,
    'If that is where the agent is, use that address.',
  );
}

function unreachable(url: URL, actual: string, cause?: unknown): A2aError {
  return new A2aError('agent-unreachable', {
    expected: `an answer from ${url.href}`,
    actual,
    fix: 'Check the address, and whether the agent is running.',
    cause,
  });
}

function silent(url: URL, ms: number): A2aError {
  return unreachable(url, `nothing for ${ms} ms`);
}

function tooLong(url: URL, maxBytes: number): A2aError {
  return unreachable(url, `more than ${maxBytes} bytes`);
}

function failed(url: URL, error: Error): unknown {
  if (error instanceof A2aError) return error;
  const [first] = error instanceof AggregateError ? error.errors : [];
  const reason = first instanceof Error ? first.message : error.message;
  return unreachable(url, reason || error.name, error);
}
