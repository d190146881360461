import { BlockList, isIP, isIPv4 } from 'node:net';

/** Every range outside the public internet: this machine, its networks, tests, documentation, multicast. */
const PRIVATE_IPV4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Public IPv6 addresses, including those for public IPv4 ones behind NAT64. */
const PUBLIC_IPV6 = subnets([
  ['2000::', 3],
  ['64:ff9b::', 96],
]);

/** Tunnels to IPv4, protocol assignments and documentation inside the public range. */
const PRIVATE_IPV6 = subnets([
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ...PRIVATE_IPV4.map(([network, prefix]) => [`64:ff9b::${network}`, 96 + prefix] as const),
]);

const PRIVATE = new BlockList();
for (const [network, prefix] of PRIVATE_IPV4) PRIVATE.addSubnet(network, prefix, 'ipv4');

function subnets(ranges: readonly (readonly [network: string, prefix: number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, 'ipv6');
  return list;
}

/** Whether an IP address is outside the public internet. Anything that is not an IP address counts as private. */
export function isPrivateAddress(address: string): boolean {
  if (isIPv4(address)) return PRIVATE.check(address, 'ipv4');
  const [bare = ''] = address.split('%', 1);
  return isIP(bare) === 0 || !PUBLIC_IPV6.check(bare, 'ipv6') || PRIVATE_IPV6.check(bare, 'ipv6');
}

/** Whether a host name, as in a parsed URL, is private by itself, whatever it resolves to. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIP(host) !== 0) return isPrivateAddress(host);
  return host === 'localhost' || host.endsWith('.localhost') || host === '';
}
