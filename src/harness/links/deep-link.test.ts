import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DeepLinkError } from '../error.ts';
import { type DeepLinkState, decodeDeepLink, encodeDeepLink, MAX_DEEP_LINK } from './deep-link.ts';

const state: DeepLinkState = {
  planner: { id: 'scenario', mode: 'auto' },
  planners: {
    scenario: { seed: { scenarioUrl: 'https://example.org/a%20b.json' } },
    drafter: { seed: { words: 50 } },
  },
  session: 'talk:1',
  llm: 'offline',
  rev: 3,
};

/** What a browser makes of a hash that is put into the address. */
const inAddress = (hash: string) => new URL(`http://localhost/${hash}`).hash;

function circle(): object {
  const seed: { self?: object } = {};
  seed.self = seed;
  return seed;
}

function nested(levels: number): object {
  let seed = {};
  for (let level = 0; level < levels; level++) seed = { seed };
  return seed;
}

describe('a link', () => {
  it('is readable JSON', () => {
    const link = {
      planner: { id: 'drafter', mode: 'approve' },
      planners: { drafter: { seed: { words: 50 } } },
      rev: 1,
    };
    expect(encodeDeepLink(link as DeepLinkState)).toBe(
      '#{"planner":{"id":"drafter","mode":"approve"},"planners":{"drafter":{"seed":{"words":50}}},"rev":1}',
    );
  });

  it('says the same raw, in the address of a browser, and percent-encoded', () => {
    const hash = encodeDeepLink(state);
    expect(decodeDeepLink(hash)).toEqual(state);
    expect(decodeDeepLink(hash.slice(1))).toEqual(state);
    expect(decodeDeepLink(inAddress(hash))).toEqual(state);
    expect(decodeDeepLink(`#${encodeURIComponent(hash.slice(1))}`)).toEqual(state);
    expect(decodeDeepLink(`#${JSON.stringify(state)}`)).toEqual(state);
  });

  it('comes back as it was, whatever the seed', () => {
    const seed = fc
      .jsonValue({ maxDepth: 4 })
      .filter(
        (value) =>
          !/__proto__|:\/\/|secret|token|key|pwd|pass|cookie|bearer|jwt|authorization|credential/i.test(
            JSON.stringify(value),
          ),
      );
    fc.assert(
      fc.property(fc.oneof(seed, fc.string({ unit: 'binary' })), fc.nat(), (value, rev) => {
        const link: DeepLinkState = {
          planner: { id: 'p', mode: 'approve' },
          planners: { p: { seed: value } },
          rev,
        };
        const back = JSON.parse(JSON.stringify(link));
        const hash = encodeDeepLink(link);
        if (value !== null) {
          expect(decodeDeepLink(hash)).toEqual(back);
          expect(decodeDeepLink(inAddress(hash))).toEqual(back);
        }
      }),
    );
  }, 60_000);

  it.each([
    ['planners[id].seed', { planners: { p: { seed: 1 } }, seed: 3 }, {}],
    ['planner.seed', { seed: 3 }, { seed: 1 }],
    ['seed', { seed: 1 }, {}],
  ])('may have its seed in %s', (_, rest, inPlanner) => {
    const link = JSON.stringify({ planner: { id: 'p', ...inPlanner }, ...rest });
    expect(decodeDeepLink(link)).toEqual({
      planner: { id: 'p', mode: 'approve' },
      planners: { p: { seed: 1 } },
      rev: 0,
    });
  });

  it.each(['', '#', '#  '])('is none when there is nothing: %j', (hash) => {
    expect(decodeDeepLink(hash)).toBeUndefined();
  });

  it.each([
    ['no JSON', '#section-2'],
    ['a broken escape', '#{"planner":%'],
    ['an array', '#[]'],
    ['null', '#null'],
    ['no planner', '#{"rev":1}'],
    ['an id that is none', '#{"planner":{"id":"../etc"}}'],
    ['an unknown mode', '#{"planner":{"id":"p","mode":"yolo"}}'],
    ['a rev that is none', '#{"planner":{"id":"p"},"rev":-1}'],
    ['a rev without end', '#{"planner":{"id":"p"},"rev":1e999}'],
    ['__proto__ as a planner', '#{"planner":{"id":"p"},"planners":{"__proto__":{"seed":{"polluted":1}}}}'],
    ['__proto__ in a seed', '#{"planner":{"id":"p"},"seed":{"__proto__":{"polluted":1}}}'],
    ['deep nesting', `#{"planner":{"id":"p"},"seed":${'['.repeat(9000)}${']'.repeat(9000)}}`],
    ['unclosed nesting', `#${'['.repeat(30_000)}`],
    ['too much', `#{"planner":{"id":"p"},"seed":"${'x'.repeat(MAX_DEEP_LINK)}"}`],
  ])('is refused with %s', (_, hash) => {
    expect(() => decodeDeepLink(hash)).toThrow(DeepLinkError);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it('is read or refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.string({ unit: 'binary' })), (hash) => {
        try {
          decodeDeepLink(hash);
        } catch (error) {
          expect(error).toBeInstanceOf(DeepLinkError);
        }
      }),
    );
  });

  it.each([undefined, null, 3, {}])('that is no text but %j is refused as unreadable', (hash) => {
    // @ts-expect-error: a caller without types may hand over anything.
    expect(() => decodeDeepLink(hash)).toThrow(DeepLinkError);
  });

  it('never carries a secret, in either direction', () => {
    const seed = {
      words: 5,
      maxTokens: 9,
      apiKey: 'sk-1',
      nested: [{ password: 'pw-1', accessToken: 'at-1' }],
    };
    const link = { ...state, planners: { scenario: { seed } } };
    expect(encodeDeepLink(link)).not.toMatch(/sk-1|pw-1|at-1/);
    expect(decodeDeepLink(JSON.stringify(link))?.planners.scenario?.seed).toEqual({
      words: 5,
      maxTokens: 9,
      nested: [{}],
    });
  });

  it.each(['access_key', 'signingKey', 'pass', 'proxy-authorization', 'cookie', 'bearer'])(
    'never carries what is named %s',
    (name) => {
      const link = { ...state, planners: { scenario: { seed: { [name]: 'hidden' } } } };
      expect(encodeDeepLink(link)).not.toContain('hidden');
    },
  );

  it('never carries an address with a login', () => {
    const seed = { url: 'https://ann:pw-1@example.org/a', plain: 'https://example.org/?at=a:b@c' };
    const link = { ...state, planners: { scenario: { seed } } };
    expect(decodeDeepLink(encodeDeepLink(link))?.planners.scenario?.seed).toEqual({ plain: seed.plain });
  });

  it('carries the seed of a planner whatever the planner is called', () => {
    const link: DeepLinkState = {
      planner: { id: 'secret-santa', mode: 'auto' },
      planners: { 'secret-santa': { seed: { people: 5 } } },
      rev: 1,
    };
    expect(decodeDeepLink(encodeDeepLink(link))).toEqual(link);
  });

  it.each([
    ['goes round in circles', circle()],
    ['nests without end', nested(100_000)],
    ['is no JSON', 1n],
  ])('is not made of a seed that %s', (_, seed) => {
    const link = { ...state, planners: { scenario: { seed } } };
    expect(() => encodeDeepLink(link)).toThrow(DeepLinkError);
  });

  it('that would be too long is not made', () => {
    const link = { ...state, planners: { scenario: { seed: 'x'.repeat(MAX_DEEP_LINK) } } };
    expect(() => encodeDeepLink(link)).toThrow(DeepLinkError);
  });
});
