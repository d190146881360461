import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { FetchError } from './error.ts';
import { isPrivateAddress, isPrivateHost } from './private-address.ts';

/** Which private addresses may be reached: all, none, or those of these origins. */
export type AllowPrivate = boolean | readonly string[];

/** Throws if an address is not http(s), or is private and not allowed. */
export function checkAddress(url: URL, allowPrivate: AllowPrivate): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused(`${url.protocol} addresses are not fetched.`, 'Use one that begins with http: or https:.');
  if (!mayBePrivate(url, allowPrivate) && isPrivateHost(url.hostname)) throw privateAddress(url.hostname);
}

/**
 * Resolves a name and checks the address when the connection is made, so that a name cannot resolve to one address
 * in the check and to another afterwards.
 */
export function guardedLookup(
  url: URL,
  allowPrivate: AllowPrivate,
  lookup: typeof systemLookup = systemLookup,
): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      // Every address of a name must be public: the connection may use any of them.
      const inside = addresses.find(({ address }) => isPrivateAddress(address));
      if (inside !== undefined && !mayBePrivate(url, allowPrivate))
        return callback(privateAddress(hostname, inside.address), '', 0);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      return first === undefined
        ? callback(unresolved(hostname), '', 0)
        : callback(null, first.address, first.family);
    });
}

/** The error for an address that is not fetched. */
export function refused(summary: string, fix: string): FetchError {
  return new FetchError('fetch-refused', { summary, fix });
}

/** Why a connection failed. If several addresses were tried, each has its own reason. */
export function reasonOf(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : [];
  return first instanceof Error ? first.message : error.message || error.name;
}

function mayBePrivate({ origin }: URL, allowPrivate: AllowPrivate): boolean {
  return typeof allowPrivate === 'boolean' ? allowPrivate : allowPrivate.includes(origin);
}

function privateAddress(host: string, address?: string): FetchError {
  return refused(
    address === undefined ? `${host} is a private address.` : `${host} is at ${address}, a private address.`,
    'To use it anyway, allow private addresses: start with --allow-private or WAYFOLD_ALLOW_PRIVATE=1; in a program, allowPrivate: true.',
  );
}

function unresolved(host: string): FetchError {
  return new FetchError('fetch-failed', {
    summary: `${host} has no address.`,
    fix: 'Check the name.',
  });
}
