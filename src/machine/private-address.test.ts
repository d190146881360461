import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPrivateAddress, isPrivateHost } from './private-address.ts';

describe('private', () => {
  it.each([
    '0.0.0.0',
    '0.255.255.255',
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.0',
    '100.127.255.255',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.0',
    '172.31.255.255',
    '192.0.0.1',
    '192.168.255.255',
    '198.19.255.255',
    '224.0.0.251',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::192.168.0.1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:808:808::1',
    '3fff::1',
    'fc00::1',
    'fdff::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff0e::1',
    'not an address',
    '',
  ])('is %s', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });
});

describe('public', () => {
  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::1',
    '64:ff9b::8.8.8.8',
  ])('is %s', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });
});

it('treats a NAT64 address like the embedded IPv4 address', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isPrivateAddress(`64:ff9b::${address}`)).toBe(isPrivateAddress(address));
    }),
  );
});

it.each([
  ['localhost', true],
  ['LocalHost.', true],
  ['a.localhost', true],
  ['[::1]', true],
  ['127.0.0.1', true],
  ['', true],
  ['localhost.example.com', false],
  ['example.com', false],
  ['8.8.8.8', false],
  ['[2606:4700::1111]', false],
])('judges the host %j', (host, isPrivate) => {
  expect(isPrivateHost(host)).toBe(isPrivate);
});
