import { describe, expect, it } from 'vitest';
import { accessFor, isLoopback, signIn } from './access.ts';

describe('isLoopback', () => {
  it.each(['localhost', '127.0.0.1', '127.1.2.3', '::1'])('%s is', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each([
    '0.0.0.0',
    '::',
    '192.168.0.1',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '',
    '1270.0.0.1',
  ])('%s is not', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});

describe('accessFor', () => {
  it('is open on this machine, and elsewhere needs a token of some length', () => {
    expect(accessFor('127.0.0.1', undefined)).toMatchObject({ loopback: true, token: undefined });
    expect(() => accessFor('0.0.0.0', undefined)).toThrow(/WAYFOLD_TOKEN/);
    expect(() => accessFor('127.0.0.1', 'x'.repeat(15))).toThrow(/at least 16/);
    expect(accessFor('0.0.0.0', 'x'.repeat(16))).toMatchObject({ loopback: false });
  });

  it('never repeats a token in an error', () => {
    expect(() => accessFor('0.0.0.0', 'secret')).not.toThrow(/secret/);
  });
});

describe('signIn', () => {
  const access = accessFor('127.0.0.1', 'a-token-that-is-long-enough');

  it('gives a cookie for the right token, the same each time, and not the token', () => {
    const cookie = signIn(access, 'a-token-that-is-long-enough');
    expect(cookie).toBe(signIn(access, 'a-token-that-is-long-enough'));
    expect(cookie).not.toContain('token');
    expect(cookie).not.toBe(
      signIn(accessFor('127.0.0.1', 'another-token-of-length'), 'another-token-of-length'),
    );
  });

  it.each(['', 'a-token-that-is-long-enougH', 'a-token-that-is-long-enough '])('refuses %j', (shown) => {
    expect(() => signIn(access, shown)).toThrow(expect.objectContaining({ code: 'token-refused' }));
  });
});
