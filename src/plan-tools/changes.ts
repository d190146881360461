import type { AddStep, MarkStep, NewPlanStep, SetupPlan, UpdateStep } from './commands.ts';
import { ToolValidationError } from './error.ts';
import { frozenPlan, type Plan, type PlanStatus, type PlanStep, stepIdOf, stepNumber } from './plan.ts';

/** A new plan in place of whatever was there. */
export function setupPlan({ objective, initialSteps }: SetupPlan): Plan {
  return frozenPlan({ objective, status: 'active', steps: numbered(initialSteps, 1) });
}

export function addStep(plan: Plan | undefined, { steps }: AddStep): Plan {
  const active = activePlan(plan);
  const next = active.steps.reduce((highest, step) => Math.max(highest, stepNumber(step)), 0) + 1;
  return frozenPlan({ ...active, steps: [...active.steps, ...numbered(steps, next)] });
}

export function updateStep(plan: Plan | undefined, { stepId, title, details }: UpdateStep): Plan {
  const active = activePlan(plan);
  return withStep(active, stepId, (step) => ({
    ...step,
    title: title ?? step.title,
    details: details === undefined ? step.details : details,
  }));
}

/** Marks a step; the plan is completed by its last open step, and active again when one is taken back. */
export function markStep(plan: Plan | undefined, { stepId, status, note }: MarkStep): Plan {
  const existing = existingPlan(plan);
  if (existing.status === 'abandoned') throw notActive(existing.status);
  const marked = withStep(existing, stepId, (step) => ({
    ...step,
    status,
    notes: note === undefined ? step.notes : [...step.notes, note],
  }));
  const done = marked.steps.every((step) => step.status === 'done');
  return frozenPlan({ ...marked, status: done ? 'completed' : 'active' });
}

/** Gives the plan up: its steps go, its objective stays on record. */
export function clearPlan(plan: Plan | undefined): Plan {
  const existing = existingPlan(plan);
  if (existing.status === 'abandoned') throw notActive(existing.status);
  return frozenPlan({ objective: existing.objective, status: 'abandoned', steps: [] });
}

export function existingPlan(plan: Plan | undefined): Plan {
  if (plan) return plan;
  throw new ToolValidationError('no-plan', {
    message: 'There is no plan yet. Call planning_setup_plan first.',
    expected: 'a plan in this session',
    actual: 'none yet',
    fix: 'Call planning_setup_plan first.',
  });
}

export function stepOf(plan: Plan, stepId: string): PlanStep {
  const step = plan.steps.find((candidate) => candidate.stepId === stepId);
  if (step) return step;
  const ids = plan.steps.map((candidate) => candidate.stepId);
  throw new ToolValidationError('step-not-found', {
    field: 'step_id',
    message: `There is no step ${JSON.stringify(stepId)} in the plan. Call planning_read_plan to see the steps.`,
    expected: ids.length === 0 ? 'a step of this plan, which has none' : `one of ${listed(ids)}`,
    actual: JSON.stringify(stepId),
    fix: 'Call planning_read_plan to see the steps and their ids.',
  });
}

function activePlan(plan: Plan | undefined): Plan {
  const existing = existingPlan(plan);
  if (existing.status !== 'active') throw notActive(existing.status);
  return existing;
}

function withStep(plan: Plan, stepId: string, change: (step: PlanStep) => PlanStep): Plan {
  const changed = stepOf(plan, stepId);
  return frozenPlan({ ...plan, steps: plan.steps.map((step) => (step === changed ? change(step) : step)) });
}

function numbered(steps: readonly NewPlanStep[], first: number): PlanStep[] {
  return steps.map(({ title, details }, i) => ({
    stepId: stepIdOf(first + i),
    title,
    details,
    status: 'pending',
    notes: [],
  }));
}

function notActive(status: PlanStatus): ToolValidationError {
  return new ToolValidationError('plan-not-active', {
    message: `The plan is ${status}, not active. Call planning_setup_plan to begin a new one.`,
    expected: 'an active plan',
    actual: `a plan that is ${status}`,
    fix: 'Call planning_setup_plan to begin a new one.',
  });
}

function listed(ids: readonly string[]): string {
  return ids.length > 12 ? `${ids.slice(0, 3).join(', ')} … ${ids.at(-1)}` : ids.join(', ');
}
