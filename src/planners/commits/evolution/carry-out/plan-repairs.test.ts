import { expect, test } from 'vitest';
import { isPlanWire, type PlanWire, type StepWire } from '../../plan/schema.ts';
import { type PlanOnBase, repairPlan } from './plan-repairs.ts';

const step = (id: string, files: readonly string[], more: Partial<StepWire> = {}): StepWire => ({
  id,
  title: `Step ${id}`,
  intent: 'Because.',
  actions: [`Change ${files[0] ?? 'it'}.`],
  validation: ['It works.'],
  files,
  ...more,
});

const planOf = (...steps: readonly StepWire[]): PlanWire => ({
  plan_summary: 'Make it faster',
  rationale: 'It is slow.',
  focus_metrics: ['ms'],
  guardrails: ['It still works.'],
  risks: ['It may break.'],
  validation: ['Tests pass.'],
  steps,
  handoff_notes: [],
  fallback_plan: null,
});

const on = (plan: PlanWire, since: Partial<PlanOnBase> = {}): PlanOnBase => ({
  plan,
  baseCommit: 'aaaaaaaaaaaa',
  base: 'bbbbbbbbbbbb',
  renamed: new Map(),
  removed: new Set(),
  changed: new Set(),
  ...since,
});

test('a plan whose base has not moved is unchanged', () => {
  const plan = planOf(step('s1', ['a.js']));
  expect(repairPlan({ ...on(plan), base: 'aaaaaaaaaaaa' })).toEqual({ plan, repairs: [] });
});

test('a moved base is followed, and the step mentions its changed files', () => {
  const plan = planOf(step('s1', ['a.js']), step('s2', ['b.js']));
  const repaired = repairPlan(on(plan, { changed: new Set(['b.js']) }));
  expect(repaired.plan?.steps[0]).toEqual(plan.steps[0]);
  expect(repaired.plan?.steps[1]?.risks?.[0]).toContain('b.js');
  expect(repaired.repairs).toHaveLength(2);
});

test('a renamed file is followed only in its step', () => {
  const plan = planOf(step('s1', ['old.js']), step('s2', ['other.js']));
  const repaired = repairPlan(on(plan, { renamed: new Map([['old.js', 'new.js']]) }));
  expect(repaired.plan?.steps[0]).toMatchObject({ files: ['new.js'], actions: ['Change new.js.'] });
  expect(repaired.plan?.steps[1]).toEqual(plan.steps[1]);
});

test('a step whose only file is gone is removed, and its dependents depend on its dependencies', () => {
  const plan = planOf(
    step('s1', ['a.js']),
    step('s2', ['gone.js'], { dependencies: ['s1'] }),
    step('s3', ['b.js', 'gone.js'], { dependencies: ['s2'] }),
  );
  const repaired = repairPlan(on(plan, { removed: new Set(['gone.js']) }));
  expect(repaired.plan?.steps).toMatchObject([
    { id: 's1' },
    { id: 's3', files: ['b.js'], dependencies: ['s1'] },
  ]);
  expect(isPlanWire(repaired.plan)).toBe(true);
});

test('a plan without remaining steps is dropped', () => {
  const plan = planOf(step('s1', ['gone.js']));
  expect(repairPlan(on(plan, { removed: new Set(['gone.js']) })).plan).toBeUndefined();
});
