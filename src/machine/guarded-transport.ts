import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { startDeadline } from '../journal/deadline.ts';
import { FetchError } from './error.ts';
import { type AllowPrivate, checkAddress, guardedLookup, reasonOf, refused } from './guarded-connection.ts';

/** Options for a transport. */
export interface GuardedTransportOptions {
  /** Which private addresses may be reached. */
  readonly allowPrivate: AllowPrivate;
  /** Headers that only the server's own origin receives, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly ownOrigin: string;
  /** How long until a response begins. */
  readonly timeoutMs: number;
  /** How long a response may be silent before it counts as broken. */
  readonly silenceMs: number;
  /** The largest response, and the longest line of a stream. */
  readonly maxBytes: number;
  /** Converts a failure; default: a {@link FetchError}. */
  readonly asError?: (error: FetchError) => Error;
}

/**
 * A `fetch` for servers whose address came from outside, and whose responses may be streams. Nothing private is
 * reached unless allowed. Redirects are not followed: a request for one address is not sent to another.
 */
export function guardedTransport(options: GuardedTransportOptions): typeof fetch {
  const { asError = (error) => error } = options;
  return async (input, init = {}) => {
    try {
      const url = checkedUrl(input instanceof Request ? input.url : String(input), options);
      const request = new Request(input, init);
      const body = init.body === undefined || init.body === null ? undefined : await request.text();
      const response = await send(url, request, body, options);
      const { statusCode: status = 0 } = response;
      if (status >= 300 && status < 400) {
        response.destroy();
        throw redirected(url, response.headers.location);
      }
      const isEmpty = status === 204 || status === 304;
      return new Response(isEmpty ? null : bodyOf(response, url, { asError, ...options }), {
        status,
        statusText: response.statusMessage ?? '',
        headers: headersOf(response),
      });
    } catch (error) {
      throw error instanceof FetchError ? asError(error) : error;
    }
  };
}

function checkedUrl(given: string, { allowPrivate }: GuardedTransportOptions): URL {
  const url = new URL(given);
  checkAddress(url, allowPrivate);
  if (url.username === '' && url.password === '') return url;
  throw refused(`The address of ${url.host} has a user name or a password in it.`, 'Leave them out.');
}

function send(
  url: URL,
  { method, headers, signal }: Request,
  body: string | undefined,
  { allowPrivate, headers: own, ownOrigin, timeoutMs }: GuardedTransportOptions,
): Promise<IncomingMessage> {
  const deadline = new AbortController();
  const settings = {
    method,
    // A new connection each time: a reused one could lead elsewhere than was checked.
    agent: false,
    headers: {
      'user-agent': 'wayfold',
      ...Object.fromEntries(headers),
      ...(url.origin === ownOrigin && own),
      'accept-encoding': 'identity',
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    },
    lookup: guardedLookup(url, allowPrivate),
    signal: AbortSignal.any([signal, deadline.signal]),
  };
  return new Promise((resolve, reject) => {
    const stop = startDeadline(timeoutMs, () => deadline.abort(silent(url, timeoutMs)));
    const request = url.protocol === 'https:' ? https.request(url, settings) : http.request(url, settings);
    request.on('response', (response) => {
      stop();
      resolve(response);
    });
    request.on('error', (error) => {
      stop();
      if (signal.aborted) reject(signal.reason);
      else reject(deadline.signal.aborted ? deadline.signal.reason : failed(url, error));
    });
    request.end(body);
  });
}

const NEW_LINE = 10;

/** The body, cut off if it is too long or stops. */
function bodyOf(
  response: IncomingMessage,
  url: URL,
  { maxBytes, silenceMs, asError }: GuardedTransportOptions & { asError(error: FetchError): Error },
): BodyInit {
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') ?? false;
  let size = 0;
  response.socket.setTimeout(silenceMs, () => response.destroy(asError(silent(url, silenceMs))));
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const piece of response as AsyncIterable<Buffer>) {
      const lineEnd = isStream ? piece.lastIndexOf(NEW_LINE) : -1;
      size = lineEnd < 0 ? size + piece.length : piece.length - lineEnd - 1;
      if (size > maxBytes) throw asError(noAnswer(url, `its answer has more than ${maxBytes} bytes`));
      yield piece;
    }
  }
  // The types of Node's and the web's streams are declared separately, but the values are the same.
  return Readable.toWeb(Readable.from(pieces())) as unknown as BodyInit;
}

function headersOf({ headers }: IncomingMessage): Headers {
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) copy.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return copy;
}

function redirected(url: URL, location: string | undefined): FetchError {
  return refused(
    `${url.href} redirects to ${location ?? 'nowhere'}.`,
    'If that is where the server is, use that address.',
  );
}

function silent(url: URL, ms: number): FetchError {
  return noAnswer(url, `nothing for ${ms} ms`);
}

function failed(url: URL, error: Error): FetchError {
  return error instanceof FetchError ? error : noAnswer(url, reasonOf(error), error);
}

function noAnswer(url: URL, actual: string, cause?: unknown): FetchError {
  return new FetchError('fetch-failed', {
    summary: `${url.href} does not answer: ${actual}.`,
    fix: 'Check the address, and whether the server is running.',
    cause,
  });
}
