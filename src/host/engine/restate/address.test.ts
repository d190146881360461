import { describe, expect, it } from 'vitest';
import { restateAddress } from './address.ts';

describe('the address of a Restate', () => {
  it.each([
    [
      'restate://engine',
      { ingress: 'http://engine:8080', admin: 'http://engine:9070', object: 'wayfold-session' },
    ],
    [
      'restate://127.0.0.1:18080?admin=19070',
      { ingress: 'http://127.0.0.1:18080', admin: 'http://127.0.0.1:19070', object: 'wayfold-session' },
    ],
    [
      'restates://engine.example:443/',
      {
        ingress: 'https://engine.example:443',
        admin: 'https://engine.example:9070',
        object: 'wayfold-session',
      },
    ],
    [
      'restate://engine/team-a',
      { ingress: 'http://engine:8080', admin: 'http://engine:9070', object: 'wayfold-team-a' },
    ],
    [
      'restate://[::1]:8080',
      { ingress: 'http://[::1]:8080', admin: 'http://[::1]:9070', object: 'wayfold-session' },
    ],
    [
      'restates://in.example:8080?admin=https://admin.example:9070/',
      { ingress: 'https://in.example:8080', admin: 'https://admin.example:9070', object: 'wayfold-session' },
    ],
  ])('%s says where calls and registrations go', (text, expected) => {
    expect(restateAddress(text)).toEqual(expected);
  });

  it.each([
    'http://engine:8080',
    'restate://',
    'restate://engine/a/path',
    'restate://engine/%20',
    'restate://engine?admin=0',
    'restate://engine?admin=elsewhere',
    'restate:engine',
    '',
  ])('%j is refused', (text) => {
    expect(() => restateAddress(text)).toThrow(expect.objectContaining({ code: 'invalid-engine' }));
  });

  it('with a password is refused, and the password is not repeated', () => {
    expect(() => restateAddress('restate://me:hush@engine')).toThrow(
      expect.objectContaining({ code: 'invalid-engine', message: expect.not.stringContaining('hush') }),
    );
  });
});
