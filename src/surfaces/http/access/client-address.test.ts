import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { clientAddress, trustedProxyCheck } from './client-address.ts';

async function clientOf(remoteAddress: string, forwarded?: string, trusted?: string): Promise<string> {
  const tell = clientAddress(trustedProxyCheck(trusted));
  const app = new Hono<{ Bindings: HttpBindings }>().get('/', (c) => c.text(tell(c)));
  const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
  const answer = await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } });
  return await answer.text();
}

it('is where the request comes from, whatever its headers say', async () => {
  expect(await clientOf('192.0.2.7')).toBe('192.0.2.7');
  expect(await clientOf('192.0.2.7', '198.51.100.1')).toBe('192.0.2.7');
  expect(await clientOf('192.0.2.7', '198.51.100.1', '10.0.0.0/8')).toBe('192.0.2.7');
});

describe('behind a trusted proxy', () => {
  it('is whom the proxy heard from', async () => {
    expect(await clientOf('10.1.2.3', '198.51.100.1', '10.0.0.0/8')).toBe('198.51.100.1');
    expect(await clientOf('::ffff:127.0.0.1', '198.51.100.1', '127.0.0.1')).toBe('198.51.100.1');
    expect(await clientOf('::1', '198.51.100.1', '127.0.0.1, ::1')).toBe('198.51.100.1');
  });

  it('is the last address that no trusted proxy has: what stands before may be made up', async () => {
    const chain = '203.0.113.9, 198.51.100.1, 10.0.0.2';
    expect(await clientOf('10.0.0.1', chain, '10.0.0.0/8')).toBe('198.51.100.1');
  });

  it.each(['', 'unknown', '198.51.100.1, not-an-address', ','])('that says %j is the proxy', async (said) => {
    expect(await clientOf('10.0.0.1', said, '10.0.0.1')).toBe('10.0.0.1');
  });
});

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2/64'],
  ['2001:DB8:0001:0002:ffff::', '2001:db8:1:2/64'],
  ['::1', '0:0:0:0/64'],
  ['fe80::1%eth0', 'fe80:0:0:0/64'],
  ['2001:db8::5:6', '2001:db8:0:0/64'],
])('is the network of %s: a person has all its addresses', async (address, network) => {
  expect(await clientOf(address)).toBe(network);
});

it.each(['proxy.example.com', '10.0.0.0/33', '10.0.0.0/8/8', '::1/129', 'fe80::1%eth0', '10.0.0/8'])(
  'trusts no proxy called %s',
  (trusted) => {
    expect(() => trustedProxyCheck(`127.0.0.1, ${trusted}`)).toThrow(
      expect.objectContaining({ code: 'configuration-invalid' }),
    );
  },
);
