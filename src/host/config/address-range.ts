import { isIP } from 'node:net';
import { ConfigurationError } from './error.ts';

/** One network address, or all with the same prefix. */
export interface AddressRange {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  /** The length of the prefix in bits. */
  readonly bits: number;
}

/** The ranges in a text like `127.0.0.1, 10.0.0.0/8`. Throws a `ConfigurationError` if it is invalid. */
export function addressRanges(text: string): AddressRange[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '').map((part) => addressRange(part) ?? refuse(part));
}

/** Whether {@link addressRanges} accepts a text. */
export function areAddressRanges(text: string): boolean {
  return text.split(',').every((part) => part.trim() === '' || addressRange(part.trim()) !== undefined);
}

function addressRange(text: string): AddressRange | undefined {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return undefined;
  const most = version === 4 ? 32 : 128;
  const bits = prefix === undefined ? most : Number(prefix);
  return bits > most ? undefined : { address, family: version === 4 ? 'ipv4' : 'ipv6', bits };
}

function refuse(part: string): never {
  throw new ConfigurationError('configuration-invalid', {
    summary: `${JSON.stringify(part.slice(0, 60))} is not an address or a range of addresses.`,
    fix: 'List proxies by address, separated by commas: 127.0.0.1, 10.0.0.0/8. Host names are not allowed.',
  });
}
