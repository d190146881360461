import type { Fact, ProposedFact } from '../src/journal/fact.ts';
import { planDigest } from '../src/planners/commits/plan/plan-decision.ts';
import type { PlanWire } from '../src/planners/commits/plan/schema.ts';

/** A plan of two steps, the second after the first. */
export const TWO_STEPS: PlanWire = {
  plan_summary: 'Cache parsed headers',
  rationale: 'Parsing takes most of a request.',
  focus_metrics: ['requests per second'],
  guardrails: ['Keep the public interface.'],
  risks: ['A stale cache.'],
  validation: ['The benchmark is faster.'],
  steps: [
    {
      id: 's1',
      title: 'Measure',
      intent: 'Know where time goes.',
      actions: ['Profile parse()'],
      files: ['parse.js'],
      validation: ['A profile is there.'],
    },
    {
      id: 's2',
      title: 'Cache',
      intent: 'Parse a header once.',
      actions: ['Add a map'],
      dependencies: ['s1'],
      validation: ['Tests pass.'],
    },
  ],
  fallback_plan: 'Parse less.',
};

/** Somebody wants a plan. */
export function planRequested(requestId: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    type: 'plan_requested',
    requestId,
    goal: 'Make parsing faster',
    repository: '.',
    base: 'HEAD',
    inspirations: [],
    constraints: [],
    acceptanceCriteria: [],
    coldStart: false,
    backend: 'codex',
    mode: 'lenient',
    earlierPlans: [],
    ...more,
  };
}

/** One attempt of a backend. */
export function planAttempted(requestId: string, attempt = 1, status: 'ok' | 'failed' = 'ok') {
  return {
    type: 'plan_attempted',
    requestId,
    attempt,
    status,
    backend: 'codex',
    durationSeconds: 1.25,
    promptSha256: 'a'.repeat(64),
    usage: { inputTokens: 100, outputTokens: 10, cost: 0.5 },
    ...(status === 'failed' && { error: 'backend-timeout' }),
  };
}

/** A plan that waits for a decision. */
export function planProposed(requestId: string, plan: PlanWire = TWO_STEPS) {
  return {
    type: 'plan_proposed',
    requestId,
    plan,
    digest: planDigest(requestId, plan),
    origin: 'strict',
    baseCommit: 'c0ffee0123456789',
    evidence: [
      { commitHash: 'c0ffee0123456789', subject: 'Add the parser', metrics: [{ name: 'speed', value: 2 }] },
    ],
  };
}

/** There is no plan to be had. */
export function planFailed(requestId: string) {
  return {
    type: 'plan_failed',
    requestId,
    code: 'backend-failed',
    expected: 'a plan',
    actual: 'a crash',
    fix: 'Try again.',
  };
}

/** Facts as they stand in a journal, numbered from 1. */
export function journalOf(facts: readonly ProposedFact[]): readonly Fact[] {
  return facts.map((fact, at) => ({
    v: 1,
    ...fact,
    seq: at + 1,
    id: `f${at + 1}`,
    ts: '2026-01-01T00:00:00.000Z',
  }));
}
