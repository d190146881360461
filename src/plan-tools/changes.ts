import type { AddStep, MarkStep, NewPlanStep, SetupPlan, UpdateStep } from './commands.ts';
import { ToolValidationError } from './error.ts';
import {
  frozenPlan,
  frozenStep,
  isAbove,
  isStepId,
  type Plan,
  type PlanStatus,
  type PlanStep,
  stepIdOf,
  stepNumber,
} from './plan.ts';
import { changedPlan, withNumber } from './plan-number.ts';
import type { OnRecord } from './tool-definition.ts';

/** The ids that a call is on record to have assigned. */
type Assigned = readonly string[];

/** A new plan in place of whatever was there. */
export function setupPlan(
  { objective, initialSteps }: SetupPlan,
  { assigned, plan: number }: OnRecord,
): Plan {
  const steps = withIds(initialSteps, assigned ?? 1);
  return withNumber(frozenPlan({ objective, status: 'active', steps }), number);
}

/** The ids come from the plan, unless it is known which ones were assigned. */
export function addStep(plan: Plan | undefined, { steps }: AddStep, assigned?: Assigned): Plan {
  const active = activePlan(plan);
  const highest = active.steps.at(-1);
  const added = withIds(steps, assigned ?? (highest ? stepNumber(highest) + 1 : 1));
  return changedPlan(active, { steps: Object.freeze([...active.steps, ...added.map(frozenStep)]) });
}

export function updateStep(plan: Plan | undefined, { stepId, title, details }: UpdateStep): Plan {
  const active = activePlan(plan);
  const steps = stepsWith(active, stepId, (step) => ({
    ...step,
    title: title ?? step.title,
    details: details === undefined ? step.details : details,
  }));
  return changedPlan(active, { steps });
}

/** Marks a step; the plan is completed by its last open step, and active again when one is taken back. */
export function markStep(plan: Plan | undefined, { stepId, status, note }: MarkStep): Plan {
  const existing = existingPlan(plan);
  if (existing.status === 'abandoned') throw notActive(existing.status);
  const steps = stepsWith(existing, stepId, (step) => ({
    ...step,
    status,
    notes: note === undefined ? step.notes : [...step.notes, note],
  }));
  // From the end, because steps are mostly done in order.
  const open = steps.findLastIndex((step) => step.status !== 'done');
  return changedPlan(existing, { status: open < 0 ? 'completed' : 'active', steps });
}

/** Gives the plan up: its steps go, its objective stays on record. */
export function clearPlan(plan: Plan | undefined): Plan {
  const existing = existingPlan(plan);
  if (existing.status === 'abandoned') throw notActive(existing.status);
  return changedPlan(existing, { status: 'abandoned', steps: Object.freeze([]) });
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
  const step = plan.steps[placeOf(plan, stepId)];
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

/** The steps with one of them changed. Spread, because V8 copies a frozen array slowly in every other way. */
function stepsWith(plan: Plan, stepId: string, change: (step: PlanStep) => PlanStep): readonly PlanStep[] {
  const changed = frozenStep(change(stepOf(plan, stepId)));
  const steps = [...plan.steps];
  steps[placeOf(plan, stepId)] = changed;
  return Object.freeze(steps);
}

/** Ids count up from 1, so a step is where its number says, unless some were erased. */
function placeOf({ steps }: Plan, stepId: string): number {
  const place = stepNumber({ stepId }) - 1;
  return steps[place]?.stepId === stepId ? place : steps.findIndex((step) => step.stepId === stepId);
}

function withIds(steps: readonly NewPlanStep[], ids: number | Assigned): PlanStep[] {
  if (typeof ids !== 'number' && !fits(ids, steps.length)) throw wrongIds(ids, steps.length);
  return steps.map(({ title, details }, i) => ({
    stepId: typeof ids === 'number' ? stepIdOf(ids + i) : (ids[i] ?? ''),
    title,
    details,
    status: 'pending',
    notes: [],
  }));
}

function fits(ids: Assigned, count: number): boolean {
  return ids.length === count && ids.every((id, i) => isStepId(id) && isAbove(id, ids[i - 1]));
}

function wrongIds(ids: Assigned, count: number): ToolValidationError {
  return new ToolValidationError('invalid-tool-input', {
    field: 'assigned',
    expected: `${count} ids of steps on record, counting up`,
    actual: listed(ids),
    fix: 'Leave the facts of a plan to its tools.',
  });
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
