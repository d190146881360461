import { createHmac, timingSafeEqual } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie } from 'hono/cookie';
import { ServerError } from '../error.ts';
import type { RequestLimits } from '../server-options.ts';
import { type ClientOf, clientAddress, type IsTrustedProxy, trustedProxyCheck } from './client-address.ts';
import { LoginThrottle, tooManyTries } from './login-throttle.ts';
import { RequestLimit } from './request-limit.ts';

/** The checks that every request must pass first. */
export interface Access {
  /** The address the server listens on. */
  readonly host: string;
  /** Listens on this machine only; requests must then also be addressed to this machine. */
  readonly loopback: boolean;
  readonly token: string | undefined;
  /** The client that a request is counted for. */
  readonly clientOf: ClientOf;
  readonly isTrustedProxy: IsTrustedProxy;
  readonly requests: RequestLimit;
  readonly tries: LoginThrottle;
}

/** The minimum length of a token: anybody who can reach the port can guess tokens. */
const MIN_TOKEN_LENGTH = 16;

export const SESSION_COOKIE = 'wayfold';

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * The access rules of a server. Throws `token-needed` if it would be open to the network without a token. Only trusted
 * proxies, given as addresses, may name the client.
 */
export function accessFor(
  host: string,
  token: string | undefined,
  {
    trustedProxies,
    rate,
    tries = new LoginThrottle(),
  }: { trustedProxies?: string | undefined; rate?: RequestLimits | undefined; tries?: LoginThrottle } = {},
): Access {
  const loopback = isLoopback(host);
  if (token === undefined && !loopback) {
    throw new ServerError('token-needed', {
      summary: `Other machines can reach ${host}, and no WAYFOLD_TOKEN is set.`,
      fix: 'Set WAYFOLD_TOKEN to a long random text (`openssl rand -hex 32` makes one), or leave out --host.',
    });
  }
  if (token !== undefined && token.length < MIN_TOKEN_LENGTH) {
    throw new ServerError('token-needed', {
      expected: `a WAYFOLD_TOKEN of at least ${MIN_TOKEN_LENGTH} characters`,
      actual: `${token.length} characters`,
      fix: 'Use a longer one: `openssl rand -hex 32` makes one.',
    });
  }
  const isTrustedProxy = trustedProxyCheck(trustedProxies);
  const clientOf = clientAddress(isTrustedProxy);
  const requests = new RequestLimit(rate, { clientOf });
  return { host, loopback, token, clientOf, isTrustedProxy, requests, tries };
}

/**
 * Rejects requests that another site sends through a visitor's browser. DNS rebinding shows in the Host header, a
 * cross-site script in Origin, and an embedded image or frame in Sec-Fetch-Site.
 */
export function sameSite({ host: bound, loopback }: Access): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const host = c.req.header('host')?.toLowerCase() ?? '';
    const hosts = loopback ? loopbackHosts(bound, c.env.incoming.socket.localPort ?? 0) : [host];
    if (!hosts.includes(host)) {
      throw new ServerError('host-refused', {
        expected: `the Host header to be one of ${hosts.join(', ')}`,
        actual: JSON.stringify(host.slice(0, 100)),
        fix: 'Use the address that `wayfold up` printed.',
      });
    }
    const origin = c.req.header('origin');
    const isOwn = origin === undefined || hosts.some((own) => isOriginOf(origin, own, loopback));
    if (!isOwn || isEmbedded(c.req.header('sec-fetch-site'), c.req.header('sec-fetch-dest'))) {
      throw new ServerError('origin-refused', {
        summary:
          origin === undefined
            ? 'The request comes from another site.'
            : `The request comes from another site, ${JSON.stringify(origin.slice(0, 100))}.`,
        fix: 'Open the address that `wayfold up` printed, or send the request without a browser.',
      });
    }
    await next();
  };
}

/** Requires the token, as a bearer token or as the cookie from signing in. */
export function withToken(access: Access): MiddlewareHandler<{ Bindings: HttpBindings }> {
  const { token } = access;
  return async (c, next) => {
    if (token !== undefined) {
      const bearer = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
      const cookie = getCookie(c, SESSION_COOKIE);
      const shown = bearer ?? cookie;
      if (shown === undefined) {
        throw new ServerError('token-needed', {
          summary: 'The request has no token.',
          fix: 'Send the header Authorization: Bearer <WAYFOLD_TOKEN>, or sign in on the page.',
        });
      }
      await admit(c, access, () => {
        if (bearer !== undefined) return isSame(shown, token);
        const isRight = isSame(shown, sessionOf(token));
        // A page sends its cookie with every request, so a stale one would count as a wrong guess each time.
        if (!isRight) deleteCookie(c, SESSION_COOKIE, { path: '/' });
        return isRight;
      });
      access.requests.useToken(c);
    }
    await next();
  };
}

/**
 * Creates the cookie of a signed-in page. It is derived from the token, so it expires with the token but does not
 * reveal it.
 */
export async function signIn(c: RequestContext, access: Access, shown: string): Promise<string> {
  const { token } = access;
  if (token === undefined) {
    throw new ServerError('token-refused', {
      summary: 'This server was started without a token: there is nothing to sign in to.',
      fix: 'Open the page as it is.',
    });
  }
  await admit(c, access, () => isSame(shown, token));
  return sessionOf(token);
}

type RequestContext = Context<{ Bindings: HttpBindings }>;

/** Resolves for the right token only, and delays the check after too many wrong ones. */
async function admit(c: RequestContext, { clientOf, tries }: Access, isRight: () => boolean): Promise<void> {
  const verdict = await tries.judge(clientOf(c), isRight);
  switch (verdict.type) {
    case 'right':
      return;
    case 'wrong':
      throw new ServerError('token-refused', {
        summary: 'This is not the token the server was started with.',
        fix: 'Check WAYFOLD_TOKEN, or sign in on the page again.',
      });
    case 'slowed':
      c.header('Retry-After', String(verdict.seconds));
      throw tooManyTries();
    default:
      verdict satisfies never;
  }
}

function sessionOf(token: string): string {
  return createHmac('sha256', token).update('wayfold session').digest('base64url');
}

/** Compares in constant time: both are hashed to one length first. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'wayfold').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function loopbackHosts(bound: string, port: number): string[] {
  const own = bound.includes(':') ? `[${bound}]` : bound;
  const names = [...new Set(['localhost', '127.0.0.1', '[::1]', own])];
  return [...names.map((name) => `${name}:${port}`), ...(port === 80 ? names : [])];
}

/** Behind a proxy the page may be served over HTTPS while this server speaks HTTP. */
function isOriginOf(origin: string, host: string, loopback: boolean): boolean {
  return origin === `http://${host}` || (!loopback && origin === `https://${host}`);
}

/** Following a link from another site loads a document, which is allowed. */
function isEmbedded(site: string | undefined, destination: string | undefined): boolean {
  return (site === 'cross-site' || site === 'same-site') && destination !== 'document';
}
