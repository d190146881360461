import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../journal/fact.ts';
import { acceptAll } from '../projection/projection.ts';
import { reachedLimit, SpendingFold } from './spending.ts';

type Payload = Readonly<Record<string, unknown>> & { readonly type: string };

/** Facts with the seconds after the hour at which they were appended. */
function factsOf(...payloads: readonly (readonly [number, Payload])[]): Envelope[] {
  return payloads.map(([second, payload], at) => ({
    ...payload,
    seq: at + 1,
    id: `f${at + 1}`,
    ts: timeOf(second),
    v: 1,
  }));
}

function timeOf(second: number): string {
  return new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
}

const claimed = (work: string, until: number, target = 1) => ({
  type: 'claimed',
  work,
  target,
  until: timeOf(until),
});
const settled = (work: string, target = 1) => ({ type: 'reaction_settled', work, target });
const NOTED = { type: 'noted' };

function bookOf(facts: readonly Envelope[], options?: ConstructorParameters<typeof SpendingFold>[0]) {
  return acceptAll(new SpendingFold(options), facts);
}

function seconds(...payloads: readonly (readonly [number, Payload])[]): number {
  return bookOf(factsOf(...payloads)).spent.seconds;
}

describe('the time that was spent', () => {
  it.each<[string, (readonly [number, Payload])[], number]>([
    [
      'does not run before the first claim',
      [
        [0, NOTED],
        [9, claimed('a', 20)],
      ],
      0,
    ],
    [
      'runs from claim to end',
      [
        [5, claimed('a', 20)],
        [9, settled('a')],
        [15, NOTED],
      ],
      4,
    ],
    [
      'runs on while another target of the same work is claimed',
      [
        [0, claimed('a', 20, 1)],
        [1, claimed('a', 20, 2)],
        [4, settled('a', 1)],
        [9, settled('a', 2)],
        [15, NOTED],
      ],
      9,
    ],
    [
      'runs on while another work of the same target is claimed',
      [
        [0, claimed('a', 20)],
        [1, claimed('b', 20)],
        [4, settled('b')],
        [9, settled('a')],
        [15, NOTED],
      ],
      9,
    ],
    [
      'runs until the claim that lasts longest runs out',
      [
        [0, claimed('a', 20)],
        [1, claimed('b', 5)],
        [30, NOTED],
        [40, NOTED],
      ],
      20,
    ],
    [
      'stops at the very moment a claim runs out',
      [
        [0, claimed('a', 10)],
        [10, NOTED],
        [20, NOTED],
      ],
      10,
    ],
    [
      'begins again with a claim after one that ran out',
      [
        [0, claimed('a', 10)],
        [20, claimed('a', 30)],
        [25, NOTED],
      ],
      15,
    ],
    [
      'goes on with a claim that is renewed',
      [
        [0, claimed('a', 10)],
        [5, claimed('a', 15)],
        [20, NOTED],
      ],
      15,
    ],
    [
      'ends with a claim that is given back',
      [
        [0, claimed('a', 10)],
        [5, claimed('a', 5)],
        [9, NOTED],
      ],
      5,
    ],
    [
      'ends with a claim that is made out for a time gone by',
      [
        [0, claimed('a', 10)],
        [5, claimed('a', 1)],
        [9, NOTED],
      ],
      5,
    ],
    [
      'does not run back with a clock that is set back',
      [
        [9, claimed('a', 20)],
        [4, NOTED],
        [6, NOTED],
      ],
      2,
    ],
    [
      'of passes ends with a pass, whatever they were about',
      [
        [0, claimed('plan', 20, 1)],
        [0, claimed('plan', 20, 2)],
        [3, { type: 'pass_settled' }],
        [9, NOTED],
      ],
      3,
    ],
    [
      'of a pass does not end with what happens meanwhile',
      [
        [0, claimed('plan', 20)],
        [3, NOTED],
        [9, NOTED],
      ],
      9,
    ],
    [
      'of other work does not end with a pass',
      [
        [0, claimed('planting', 20)],
        [3, { type: 'pass_settled' }],
        [9, NOTED],
      ],
      9,
    ],
    [
      'is not that of a claim nobody can read',
      [
        [0, { type: 'claimed', work: 'a', until: timeOf(20) }],
        [9, NOTED],
      ],
      0,
    ],
    [
      'does not end with an end nobody can read',
      [
        [0, claimed('a', 20)],
        [4, { type: 'reaction_settled', work: 'a' }],
        [9, NOTED],
      ],
      9,
    ],
  ])('%s', (_, payloads, expected) => {
    expect(seconds(...payloads)).toBe(expected);
  });
});

describe('model usage', () => {
  const used = (usage: unknown) => ({ type: 'model_used', usage });

  it('is the sum of input and output, and the cost', () => {
    const facts = factsOf(
      [0, used({ inputTokens: 10, outputTokens: 3, cost: 0.5 })],
      [0, used({ inputTokens: 1, outputTokens: 1, cachedTokens: 7 })],
    );
    expect(bookOf(facts).spent).toEqual({ tokens: 15, usd: 0.5, seconds: 0 });
  });

  it('counts the readable records of a pass, and skips the rest', () => {
    const records = [
      { usage: { inputTokens: 4, outputTokens: 1, cost: 2 } },
      { usage: { inputTokens: -4, outputTokens: 1 } },
      {},
    ];
    const usage = { inputTokens: 100, outputTokens: 0 };
    expect(bookOf(factsOf([0, { type: 'pass_settled', records }])).spent).toMatchObject({
      tokens: 5,
      usd: 2,
    });
    expect(bookOf(factsOf([0, { type: 'pass', records: 'none', usage }])).spent.tokens).toBe(100);
    expect(bookOf(factsOf([0, { type: 'pass', records, usage: 'much' }])).spent.tokens).toBe(5);
  });
});

describe('a fold of spending', () => {
  const facts = factsOf(
    [0, claimed('a', 60)],
    [5, { type: 'model_used', usage: { inputTokens: 1, outputTokens: 2, cost: 3 } }],
    [9, NOTED],
  );

  it('counts every fact once', () => {
    expect(new SpendingFold().head).toBe(0);
    const fold = acceptAll(acceptAll(new SpendingFold(), facts.slice(0, 2)), facts);
    expect(fold.head).toBe(3);
    expect(fold.spent).toEqual({ tokens: 3, usd: 3, seconds: 9 });
  });

  it('skips copied facts, but advances past them', () => {
    const fold = bookOf(facts, { nativeFrom: 3 });
    expect(fold.head).toBe(3);
    expect(fold.spent).toEqual({ tokens: 0, usd: 0, seconds: 0 });
    expect(bookOf(facts, { nativeFrom: 2 }).spent.tokens).toBe(3);
  });

  it('is immutable', () => {
    const fold = bookOf(facts.slice(0, 2), { nativeFrom: 1 });
    expect(acceptAll(fold, facts).spent).toEqual({ tokens: 3, usd: 3, seconds: 9 });
    const end = factsOf([0, NOTED], [0, NOTED], [7, settled('a')], [20, NOTED]);
    expect(acceptAll(fold, end).spent.seconds).toBe(7);
    expect([fold.head, fold.spent]).toEqual([2, { tokens: 3, usd: 3, seconds: 5 }]);
  });
});

describe('the limit that is reached', () => {
  const spent = { tokens: 10, usd: 2, seconds: 30 };

  it.each([
    [{ tokens: 11, usd: 2.01, seconds: 30.1 }, undefined],
    [{ seconds: 30 }, { limit: 'seconds', spent: 30, allowed: 30 }],
    [
      { usd: 1, seconds: 1 },
      { limit: 'usd', spent: 2, allowed: 1 },
    ],
    [{ tokens: 0 }, { limit: 'tokens', spent: 10, allowed: 0 }],
  ])('of %j is the first that is exhausted', (limits, reached) => {
    expect(reachedLimit(spent, limits)).toEqual(reached);
  });
});
