import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definePlanner } from './define-planner.ts';
import { ModuleFailure } from './module-failure.ts';
import { ownFactKind } from './module-fold.ts';

const checks = definePlanner({
  id: 'checks',
  title: 'Checks',
  description: 'Checks results.',
  config: z.strictObject({}),
  facts: {
    results_checked: {
      schema: z.strictObject({ results: z.array(z.strictObject({ met: z.boolean() })) }),
      kind: ({ results }) => {
        if (results.length === 0) throw new RangeError('no results');
        return results.every(({ met }) => met) ? 'plan' : 'failure';
      },
    },
    check_asked: { schema: z.strictObject({}), kind: 'decision' },
  },
  state: { initial: {}, apply: (state) => state },
});

const kindOf = (type: string, payload: object) =>
  ownFactKind(checks, { seq: 1, id: 'f', ts: '2026-01-01T00:00:00.000Z', type, v: 1, ...payload });

describe('the kind of a fact', () => {
  it.each([
    ['plan', 'results_checked', { results: [{ met: true }] }],
    ['failure', 'results_checked', { results: [{ met: false }] }],
    ['decision', 'check_asked', {}],
    [undefined, 'user_input', { text: 'Hello' }],
    [undefined, 'toString', {}],
  ])('is %s for %s %j', (kind, type, payload) => {
    expect(kindOf(type, payload)).toBe(kind);
  });

  // An imported journal has whatever facts it has.
  it.each([{}, { results: {} }, { results: [null] }])('is unknown if its schema refuses %j', (payload) => {
    expect(kindOf('results_checked', payload)).toBe('other');
  });

  it('is a failure of the module if it throws for a fact that matches its schema', () => {
    expect(() => kindOf('results_checked', { results: [] })).toThrow(ModuleFailure);
  });
});
