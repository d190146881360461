import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { kernelFacts } from './facts.ts';
import { schemaMatch } from './schema-match.ts';

const schema = z.object({
  id: z.string().min(2).max(4),
  hash: z.string().regex(/^[0-9a-f]{2}$/),
  marked: z.string().regex(/a/g).optional(),
  mail: z.email().optional(),
  count: z.int().min(1).max(9),
  share: z.number().min(0).lt(1).optional(),
  on: z.boolean().optional(),
  by: z.string().exactOptional(),
  any: z.unknown(),
  kind: z.enum(['a', 'b']),
  at: z.iso.datetime({ precision: 3 }),
  parts: z.array(z.strictObject({ name: z.string() })).optional(),
  seqs: z.record(z.string(), z.int()),
});

const good = {
  id: 'abcd',
  hash: '0f',
  count: 3,
  any: null,
  kind: 'a',
  at: '2026-01-01T00:00:00.000Z',
  parts: [{ name: 'n' }],
  seqs: { x: 1 },
};

const OTHERS: readonly unknown[] = [
  undefined,
  null,
  '',
  'a',
  '0f',
  'abcde',
  '𝒳𝒳𝒳𝒳',
  '𝒳',
  'b',
  0,
  0.5,
  1,
  9,
  10,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 60,
  true,
  [],
  [{ name: 'n', more: 1 }],
  [{}],
  {},
  { x: 'y' },
  '2026-02-30T00:00:00.000Z',
  'someone@example.org',
];

describe('matching a schema without parsing', () => {
  it('agrees with parsing for any field values', () => {
    const isMatch = schemaMatch(schema);
    const changes = fc.dictionary(
      fc.constantFrom(...Object.keys(schema.shape), 'extra'),
      fc.oneof(fc.constantFrom(...OTHERS), fc.anything()),
      { maxKeys: 2, noNullPrototype: true },
    );
    fc.assert(
      fc.property(changes, (change) => {
        const value = { ...good, ...change };
        expect(isMatch(value)).toBe(schema.safeParse(value).success);
      }),
      { numRuns: 2000 },
    );
  });

  it('agrees with parsing if a field is missing', () => {
    const isMatch = schemaMatch(schema);
    for (const key of Object.keys(schema.shape)) {
      const value = Object.fromEntries(Object.entries(good).filter(([field]) => field !== key));
      expect([key, isMatch(value)]).toEqual([key, schema.safeParse(value).success]);
    }
  });

  it('gives the same answer twice for a stateful pattern', () => {
    const isMatch = schemaMatch(z.string().regex(/a/g));
    expect([isMatch('ba'), isMatch('ba')]).toEqual([true, true]);
  });

  it('refuses non-objects, unknown fields of a strict object, and what a refinement refuses', () => {
    const { claimed, session_paused } = kernelFacts;
    const isClaim = schemaMatch(claimed);
    const claim = { work: 'plan', target: 1, worker: 'w', until: '2026-01-01T00:00:00.000Z' };
    expect([isClaim(claim), isClaim({ ...claim, more: 1 }), isClaim(null), isClaim([claim])]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(schemaMatch(session_paused)({ cause: 'limit' })).toBe(false);
  });
});
