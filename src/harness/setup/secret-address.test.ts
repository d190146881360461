import { describe, expect, it } from 'vitest';
import { decodeDeepLink, encodeDeepLink } from '../links/deep-link.ts';
import { isSecretAddress } from './secret-address.ts';

const SECRET = [
  'https://ada:SEKRET@example.org/s.json',
  'https://SEKRET@example.org/s.json',
  'https://example.org/s.json?token=SEKRET',
  'https://example.org/s.json?access_token=SEKRET',
  'https://example.org/s.json?key=SEKRET',
  'https://example.org/s.json?a=1&sig=SEKRET',
  'https://example.org/s.json?X-Amz-Algorithm=A&X-Amz-Signature=SEKRET',
  'https://example.org/s.json?X-Goog-Signature=SEKRET',
  'https://example.org/s.json?api_key=SEKRET#x',
  'https://example.org/s.json?subscription-key=SEKRET',
  'https://example.org/s.json?pass=SEKRET',
  'https://example.org/s.json#access_token=SEKRET',
  'https://example.org/#/s?token=SEKRET',
  ' HTTPS://example.org/s.json?Token=SEKRET ',
];

const PLAIN = [
  'https://example.org/s.json',
  'https://example.org/s.json?version=3&lang=de',
  'https://example.org/s.json#key',
  'http://127.0.0.1:11434/v1#llama',
  'example:flour-supply',
  'sha256:0123',
  'openai/gpt-5',
];

describe('an address with a secret', () => {
  it.each(SECRET)('%s never enters a link', (address) => {
    expect(isSecretAddress(address)).toBe(true);
    const hash = encodeDeepLink({
      planner: { id: 'scenario', mode: 'approve' },
      planners: {
        scenario: {
          seed: { scenarioUrl: address, instructions: `See ${address.trim()} for it`, list: [address] },
        },
        tasks: { seed: { deep: { url: address } } },
      },
      llm: address,
      rev: 1,
    });
    expect(hash).not.toContain('SEKRET');
    expect(decodeDeepLink(hash)?.planners.scenario?.seed).not.toHaveProperty('scenarioUrl');
    expect(decodeDeepLink(hash)).not.toHaveProperty('llm');
  });

  it.each(PLAIN)('is not %s', (address) => {
    expect(isSecretAddress(address)).toBe(false);
    const seed = { scenarioUrl: address, instructions: `See ${address}` };
    const hash = encodeDeepLink({
      planner: { id: 'scenario', mode: 'approve' },
      planners: { scenario: { seed } },
      llm: address,
      rev: 1,
    });
    expect(decodeDeepLink(hash)).toMatchObject({ planners: { scenario: { seed } }, llm: address });
  });
});
