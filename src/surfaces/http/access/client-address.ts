import { BlockList, isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { addressRanges } from '../../../host/config/address-range.ts';

/** Tells whom a request comes from: an address, or the network of one. */
export type ClientOf = (c: Context<{ Bindings: HttpBindings }>) => string;

/** Whether an address is that of a proxy that may say whom it asks for. */
export type IsTrustedProxy = (address: string) => boolean;

/** Knows the proxies that are trusted, given as `127.0.0.1, 10.0.0.0/8`. */
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
 * The address that a request comes from. What `X-Forwarded-For` says counts only where a proxy that is trusted has
 * written it: anybody can send the header.
 */
export function clientAddress(isTrusted: IsTrustedProxy = trustedProxyCheck()): ClientOf {
  return (c) => {
    let client = plainAddress(c.env.incoming.socket.remoteAddress ?? '');
    const forwarded = c.req.header('x-forwarded-for')?.split(',') ?? [];
    // Each proxy adds whom it heard from at the end.
    while (isTrusted(client)) {
      const before = plainAddress(forwarded.pop()?.trim() ?? '');
      if (isIP(before) === 0) break;
      client = before;
    }
    return clientNetwork(client);
  };
}

/** What limits are counted by: the address, but of IPv6 addresses the first 64 bits, because one person has all the rest. */
export function clientNetwork(address: string): string {
  const plain = plainAddress(address);
  return isIP(plain) === 6 ? `${network(plain)}/64` : plain;
}

/** Without the zone of a link, and an IPv4 address as one, also where it comes as IPv6. */
function plainAddress(address: string): string {
  const [plain = ''] = address.split('%');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? plain;
}

/** The first four of its eight groups, however it is written. */
function network(address: string): string {
  const [start = '', end] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = start === '' ? [] : start.split(':');
  const after = end ? end.split(':').length : 0;
  const zeros = end === undefined ? 0 : 8 - groups.length - after;
  return [...groups, ...Array<string>(zeros).fill('0'), ...(end ? end.split(':') : [])].slice(0, 4).join(':');
}
