import { BlockList, isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { addressRanges } from '../../../host/config/address-range.ts';

/** Returns the client that a request comes from: an address or its network. */
export type ClientOf = (c: Context<{ Bindings: HttpBindings }>) => string;

/** Whether an address belongs to a proxy that may name the client. */
export type IsTrustedProxy = (address: string) => boolean;

/** A check for trusted proxies, given as `127.0.0.1, 10.0.0.0/8`. */
export function trustedProxyCheck(trustedProxies = ''): IsTrustedProxy {
  const trusted = new BlockList();
  for (const { address, bits, family } of addressRanges(trustedProxies)) {
    trusted.addSubnet(address, bits, family);
  }
  return (address) => {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && trusted.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
  };
}

/**
 * The address that a request comes from. `X-Forwarded-For` counts only if a trusted proxy wrote it, because anybody can
 * send the header.
 */
export function clientAddress(isTrusted: IsTrustedProxy = trustedProxyCheck()): ClientOf {
  return (c) => {
    let client = plainAddress(c.env.incoming.socket.remoteAddress ?? '');
    const forwarded = c.req.header('x-forwarded-for')?.split(',') ?? [];
    // Each proxy appends the address it received the request from.
    while (isTrusted(client)) {
      const before = plainAddress(forwarded.pop()?.trim() ?? '');
      if (isIP(before) === 0) break;
      client = before;
    }
    return clientNetwork(client);
  };
}

/** The key for limits: the address, or the first 64 bits of an IPv6 address, because one person has all the rest. */
export function clientNetwork(address: string): string {
  const plain = plainAddress(address);
  return isIP(plain) === 6 ? `${network(plain)}/64` : plain;
}

/** The address without a zone, with IPv4-mapped IPv6 addresses as IPv4. */
function plainAddress(address: string): string {
  const [plain = ''] = address.split('%');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? plain;
}

/** The first four of the eight groups, in any notation. */
function network(address: string): string {
  const [start = '', end] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = start === '' ? [] : start.split(':');
  const after = end ? end.split(':').length : 0;
  const zeros = end === undefined ? 0 : 8 - groups.length - after;
  return [...groups, ...Array<string>(zeros).fill('0'), ...(end ? end.split(':') : [])].slice(0, 4).join(':');
}
