import { createHmac, timingSafeEqual } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie } from 'hono/cookie';
import { ServerError } from '../error.ts';
import type { RequestLimits } from '../server-options.ts';
import { type ClientOf, clientAddress, type IsTrustedProxy, trustedProxyCheck } from './client-address.ts';
import { LoginThrottle, tooManyTries } from './login-throttle.ts';
import { RequestLimit } from './request-limit.ts';

/** What every request must show before it gets anything. */
export interface Access {
  /** The address the server listens on. */
  readonly host: string;
  /** Bound to this machine only: then a request must also be addressed to this machine. */
  readonly loopback: boolean;
  readonly token: string | undefined;
  /** Whom a request comes from, for limits that each has of their own. */
  readonly clientOf: ClientOf;
  readonly isTrustedProxy: IsTrustedProxy;
  readonly requests: RequestLimit;
  readonly tries: LoginThrottle;
}

/** The shortest token that is taken: whoever can reach the port can try tokens. */
const MIN_TOKEN_LENGTH = 16;

export const SESSION_COOKIE = 'wayfold';

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Decides who may ask, or throws `token-needed` when the server would be open to the network without a token. Only the
 * proxies that are trusted, given as addresses, may say whom they ask for.
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
      fix: 'Take a longer one: `openssl rand -hex 32` makes one.',
    });
  }
  const isTrustedProxy = trustedProxyCheck(trustedProxies);
  const clientOf = clientAddress(isTrustedProxy);
  const requests = new RequestLimit(rate, { clientOf });
  return { host, loopback, token, clientOf, isTrustedProxy, requests, tries };
}

/**
 * Refuses what another site sends through a visitor's browser. A name of that site that resolves to this machine (DNS
 * rebinding) shows in Host, a cross-site script in Origin, and an embedded image or frame in Sec-Fetch-Site.
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

/** Lets a request through that carries the token, as a bearer or as the cookie the sign-in gave. */
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
        // A page shows its cookie with every request: one of an earlier token would be a guess each time.
        if (!isRight) deleteCookie(c, SESSION_COOKIE, { path: '/' });
        return isRight;
      });
      access.requests.useToken(c);
    }
    await next();
  };
}

/** The cookie of a signed-in page. It follows from the token and ends with it, yet does not reveal it. */
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

/** Resolves for the right token alone, and takes its time where too many wrong ones were shown. */
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

/** In constant time: both are first brought to one length. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'wayfold').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function loopbackHosts(bound: string, port: number): string[] {
  const own = bound.includes(':') ? `[${bound}]` : bound;
  const names = [...new Set(['localhost', '127.0.0.1', '[::1]', own])];
  return [...names.map((name) => `${name}:${port}`), ...(port === 80 ? names : [])];
}

/** Behind a proxy the page may be https where this server is not. */
function isOriginOf(origin: string, host: string, loopback: boolean): boolean {
  return origin === `http://${host}` || (!loopback && origin === `https://${host}`);
}

/** Following a link from another site opens a document, which is fine. */
function isEmbedded(site: string | undefined, destination: string | undefined): boolean {
  return (site === 'cross-site' || site === 'same-site') && destination !== 'document';
}
