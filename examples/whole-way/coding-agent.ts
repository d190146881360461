import type { AgentBackend, PlanWire } from 'wayfold/commits';

const step = (id: string, title: string, dependencies: readonly string[] = []) => ({
  id,
  title,
  intent: 'It leads to the goal.',
  actions: [title],
  validation: ['It is done.'],
  dependencies,
});

const PLAN: PlanWire = {
  plan_summary: 'Cache what was parsed, then show it',
  rationale: 'The same texts are parsed again and again.',
  focus_metrics: ['Time to parse'],
  guardrails: ['What worked still works.'],
  risks: ['The cache grows.'],
  validation: ['The tests pass.'],
  steps: [
    step('test', 'Write a test'),
    step('measure', 'Measure the parser'),
    step('cache', 'Cache what was parsed', ['test', 'measure']),
    step('travel', 'Plan the way to the meetup', ['cache']),
  ],
  handoff_notes: [],
  fallback_plan: null,
};

/** Answers as a coding agent would: with a plan as JSON. */
export const codingAgent: AgentBackend = {
  name: 'example',
  run: async () => ({ command: ['example'], stdout: JSON.stringify(PLAN), stderr: '', durationSeconds: 0 }),
};
