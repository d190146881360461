import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { intentOf, repeatedPlan, similarity } from './novelty.ts';

const step = (id: string, title: string, intent: string) => ({
  id,
  title,
  intent,
  actions: ['Do it'],
  validation: ['See it'],
});
const plan = {
  plan_summary: 'Cache parsed headers',
  rationale: 'r',
  focus_metrics: ['m'],
  guardrails: ['Keep the interface'],
  risks: ['r'],
  validation: ['v'],
  steps: [step('s1', 'Measure', 'Know where time goes'), step('s2', 'Cache', 'Parse a header once')],
};
const remembered = {
  requestId: 'plan-1',
  outcome: 'rejected',
  summary: 's',
  baseCommit: 'abc',
  intent: intentOf(plan),
} as const;

describe('similarity', () => {
  test('is 1 for the same words, 0 for different ones, and symmetric', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 20 }), fc.lorem({ maxCount: 20 }), (one, other) => {
        const both = similarity(one, other);
        expect(both).toBe(similarity(other, one));
        expect(both).toBeGreaterThanOrEqual(0);
        expect(both).toBeLessThanOrEqual(1);
        expect(similarity(`cache ${one}`, `cache ${one}`)).toBe(1);
      }),
    );
    expect(similarity('cache headers', 'rewrite tokenizer')).toBe(0);
    expect(similarity('', '')).toBe(0);
  });

  test('ignores word forms and fillers', () => {
    expect(similarity('Caching the parsed headers', 'cache parsed header')).toBe(1);
  });
});

describe('a plan', () => {
  test('repeats one with the same intent for the same commit', () => {
    const reworded = { ...plan, plan_summary: 'Caching of the parsed headers' };
    expect(repeatedPlan(reworded, 'abc', [remembered])?.requestId).toBe('plan-1');
  });

  test('repeats none for another commit, or with another intent', () => {
    expect(repeatedPlan(plan, 'def', [remembered])).toBeUndefined();
    const other = {
      ...plan,
      plan_summary: 'Rewrite the tokenizer',
      steps: [step('s1', 'Build a table', 'Branch less')],
    };
    expect(repeatedPlan(other, 'abc', [remembered])).toBeUndefined();
  });
});
