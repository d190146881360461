import { BlockList, isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { addressRanges } from '../../host/config/address-range.ts';

/** Tells whom a request comes from: an address, or the network of one. */
export type ClientOf = (c: Context<{ Bindings: HttpBindings }>) => string;

/**
 * The address that a request comes from. What `X-Forwarded-For` says counts only where a proxy that is trusted has
 * written it: anybody can send the header. Of IPv6 addresses the first 64 bits count, because one person has all the rest.
 */
export function clientAddress(trustedProxies = ''): ClientOf {
  const trusted = new BlockList();
  for (const { address, bits, family } of addressRanges(trustedProxies)) {
    trusted.addSubnet(address, bits, family);
  }
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return (c) => {
    let client = plainAddress(c.env.incoming.socket.remoteAddress ?? '');
    const forwarded = c.req.header('x-forwarded-for')?.split(',') ?? [];
    // Each proxy adds whom it heard from at the end.
    while (isIP(client) !== 0 && isTrusted(client)) {
      const before = plainAddress(forwarded.pop()?.trim() ?? '');
      if (isIP(before) === 0) break;
      client = before;
    }
    return isIP(client) === 6 ? `${network(client)}/64` : client;
  };
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
