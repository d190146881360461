import { describe, expect, test } from 'vitest';
import { redactedDeep, redactionOf } from './secret-redaction.ts';

describe('secrets are recognised by the name of their variable', () => {
  test.each([
    'OPENAI_API_KEY',
    'GITHUB_TOKEN',
    'AWS_SECRET_ACCESS_KEY',
    'DB_PASSWORD',
    'npm_config_auth',
    'SESSION_COOKIE',
    'GH_PAT',
    'PGPASSWORD',
    'OPENAI_API_KEYS',
    'SIGNING_KEYS',
    'npm_config__authToken',
    'AZURE_STORAGE_CONNECTION_STRING',
  ])('%s', (name) => {
    expect(redactionOf({ [name]: 'value-123' })('a value-123 b')).toBe(`a [redacted ${name}] b`);
  });

  test.each([
    'HOME',
    'PWD',
    'MONKEY',
    'SSH_AUTH_SOCK',
    'KEYBOARD',
    'GOOGLE_CREDENTIALS_FILE',
    'MAX_OUTPUT_TOKENS',
    'TOKENIZERS_PARALLELISM',
    'TOKEN_BUDGET',
  ])('%s is none', (name) => {
    expect(redactionOf({ [name]: 'value-123' })('a value-123 b')).toBe('a value-123 b');
  });
});

test('a password in a URL is one', () => {
  const redact = redactionOf({ DATABASE: 'postgres://app:p%40ssword@db:5432/x' });
  expect(redact('connect with p%40ssword')).toBe('connect with [redacted DATABASE]');
});

test('a secret is found in JSON, in URLs, and line by line', () => {
  const redact = redactionOf({
    A_TOKEN: 'ab"cd\\ef',
    A_KEY: '-----BEGIN KEY-----\nMIIEvQIBADANBgkq\nhkiG9w0BAQEFAASC\n-----END KEY-----',
  });
  expect(redact(JSON.stringify({ x: 'ab"cd\\ef' }))).toBe('{"x":"[redacted A_TOKEN]"}');
  expect(redact(`?t=${encodeURIComponent('ab"cd\\ef')}`)).toBe('?t=[redacted A_TOKEN]');
  expect(redact('MIIEvQIBADANBgkq\r\nhkiG9w0BAQEFAASC')).toBe('[redacted A_KEY]\r\n[redacted A_KEY]');
});

test('a secret inside another is replaced with the longer one', () => {
  const redact = redactionOf({ ONE_KEY: 'abcdef' }, { TWO_KEY: 'abcdef-ghi' });
  expect(redact('abcdef-ghi abcdef')).toBe('[redacted TWO_KEY] [redacted ONE_KEY]');
});

test('short values stay, because they occur in ordinary text', () => {
  expect(redactionOf({ A_KEY: 'yes' })('yes, please')).toBe('yes, please');
});

test('every text in a value is cleaned', () => {
  const redact = redactionOf({ A_KEY: 'secret' });
  expect(redactedDeep({ a: ['secret', 1, null], b: { c: 'no secret' } }, redact)).toEqual({
    a: ['[redacted A_KEY]', 1, null],
    b: { c: 'no [redacted A_KEY]' },
  });
});
