import { describe, expect, it } from 'vitest';
import { type DeepLinkState, decodeDeepLink, encodeDeepLink, MAX_DEEP_LINK } from './deep-link.ts';

const linked = (seed: unknown): DeepLinkState => ({
  planner: { id: 'p', mode: 'approve' },
  planners: { p: { seed } },
  rev: 1,
});

/** Lists within lists: `levels(1)` is an empty one. */
const levels = (count: number) => `${'['.repeat(count)}${']'.repeat(count)}`;
const refused = (named: string) =>
  expect.objectContaining({ code: 'invalid-deep-link', summary: expect.stringContaining(named) });

describe('the limits of a link', () => {
  it('lets it be just as long as allowed, and no character longer', () => {
    const rest = encodeDeepLink(linked('')).length;
    const longest = encodeDeepLink(linked('x'.repeat(MAX_DEEP_LINK - rest)));
    expect(longest).toHaveLength(MAX_DEEP_LINK);
    expect(() => encodeDeepLink(linked('x'.repeat(MAX_DEEP_LINK - rest + 1)))).toThrow(refused('32769'));
    const padded = longest.padEnd(MAX_DEEP_LINK + 1, ' ');
    expect(decodeDeepLink(padded)).toMatchObject({ rev: 1 });
    expect(() => decodeDeepLink(`${padded} `)).toThrow(refused('32769'));
  });

  it.each([
    ['in lists', (depth: number) => levels(depth)],
    ['in objects', (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`],
  ])('lets it nest 32 levels deep, and no deeper: %s', (_, nested) => {
    const hash = (depth: number) => `#{"planner":{"id":"p"},"seed":${nested(depth)}}`;
    // The seed itself is at level 1.
    expect(decodeDeepLink(hash(32))?.planners.p?.seed).toEqual(JSON.parse(nested(32)));
    expect(() => decodeDeepLink(hash(33))).toThrow(refused('32 levels'));
  });
});

describe('a link that is refused names what is wrong with it', () => {
  it.each([
    ['no text', '#section-2', '"section-2"'],
    ['a name that reaches into prototypes', '#{"seed":[{"__proto__":1}]}', '__proto__'],
    ['no object', '#5', 'the link: must be an object'],
    ['an id that is none', '#{"planner":{"id":"a b"}}', 'planner.id: must be the id of a planner'],
  ])('%s', (_, hash, named) => {
    expect(() => decodeDeepLink(hash)).toThrow(refused(named));
  });

  it('also to a caller without types', () => {
    // @ts-expect-error: a caller without types may hand over anything.
    expect(() => decodeDeepLink(3)).toThrow(refused('3'));
  });

  it('and keeps the reason why a seed cannot be written', () => {
    let error: unknown;
    try {
      encodeDeepLink(linked(1n));
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({
      code: 'invalid-deep-link',
      cause: expect.any(TypeError),
    });
  });
});

describe('a link', () => {
  it('has no % that a browser could read as something else', () => {
    const hash = encodeDeepLink(linked('100 % of 100 %41'));
    expect(hash).not.toContain('%');
    expect(decodeDeepLink(hash)?.planners.p?.seed).toBe('100 % of 100 %41');
  });

  it('says nothing of a session, a model or a seed that it does not name', () => {
    expect(decodeDeepLink('#{"planner":{"id":"p"}}')).toStrictEqual({
      planner: { id: 'p', mode: 'approve' },
      planners: {},
      rev: 0,
    });
  });

  it('leaves secrets out of the seeds of the planners it does not start, too', () => {
    const state = { ...linked(1), planners: { other: { seed: { words: 5, apiKey: 'sk-1' } } } };
    expect(decodeDeepLink(encodeDeepLink(state))?.planners).toEqual({ other: { seed: { words: 5 } } });
  });

  it('carries nothing but what belongs into it', () => {
    const state = { ...linked(1), planner: { id: 'p', mode: 'auto', name: 'P' }, more: 1 } as DeepLinkState;
    expect(encodeDeepLink(state)).toBe(
      '#{"planner":{"id":"p","mode":"auto"},"planners":{"p":{"seed":1}},"rev":1}',
    );
  });
});
