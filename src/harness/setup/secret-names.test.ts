import { describe, expect, it } from 'vitest';
import { MAX_DEPTH } from '../../journal/integrity/canonical-json.ts';
import { isSecretName, withoutSecrets } from './secret-names.ts';

describe('what is left out of plain data', () => {
  it('is every field that is named like a secret, at any depth', () => {
    const config = {
      words: 5,
      password: 'a',
      list: [{ apiKey: 'b', url: 'https://x.org' }, 'text'],
      none: null,
    };
    expect(withoutSecrets(config)).toEqual({
      words: 5,
      list: [{ url: 'https://x.org' }, 'text'],
      none: null,
    });
    expect(config.password).toBe('a');
  });

  it.each([
    ['https://ann:pw@example.org/a?b#c', 'https://example.org/a?b#c'],
    ['postgres://ann:p@ss@host/db', 'postgres://host/db'],
    ['https://ann@example.org', 'https://ann@example.org'],
    ['https://example.org/a:b@c', 'https://example.org/a:b@c'],
  ])('%s becomes %s', (url, kept) => {
    expect(withoutSecrets([url])).toEqual([kept]);
  });

  it('is nothing of what is no plain object', () => {
    const date = new Date(0);
    expect(withoutSecrets({ date })).toEqual({ date });
    expect(withoutSecrets(undefined)).toBeUndefined();
  });

  it('is nothing below the depth that a journal takes, and everything above it', () => {
    const nested = (depth: number): unknown => (depth === 0 ? { pwd: 'x' } : [nested(depth - 1)]);
    const flat = (value: unknown) => JSON.stringify(withoutSecrets(value));
    expect(flat(nested(MAX_DEPTH))).not.toContain('pwd');
    expect(flat(nested(MAX_DEPTH + 1))).toContain('pwd');
  });
});

it.each([
  ['clientSecret', true],
  ['PASSWORD', true],
  ['db_pwd', true],
  ['accessToken', true],
  ['maxTokens', false],
  ['keyboard', false],
  ['passenger', false],
])('%s is taken for the name of a secret: %s', (name, secret) => {
  expect(isSecretName(name)).toBe(secret);
});
