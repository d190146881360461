import type { OnRecord } from '../calls/tool-definition.ts';
import { ToolValidationError } from '../error.ts';
import { linksOf, unclaimed, withLink } from '../graph/step-relations.ts';
import type { AddStep, MarkStep, NewPlanStep, SetupPlan, StepPlace, UpdateStep } from './commands.ts';
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
import {
  changedPlan,
  highestOf,
  presentId,
  suffixOf,
  withHighest,
  withIdsOf,
  withNumber,
} from './plan-number.ts';

/** The recorded ids of a call. */
type Assigned = readonly string[];

/** A new plan that replaces the old one. */
export function setupPlan(
  { objective, initialSteps }: SetupPlan,
  { assigned, plan: number }: OnRecord,
  before?: Plan,
): Plan {
  const suffix = suffixOf(before);
  // A shared plan never reuses an id: other clones may still change the step that had it.
  const first = before && suffix !== undefined ? highestOf(before) + 1 : 1;
  const steps = withIds(initialSteps, assigned ?? first, suffix);
  const plan = withNumber(frozenPlan({ objective, status: 'active', steps }), number);
  if (before === undefined || suffix === undefined) return plan;
  return withIdsOf(before, withHighest(plan, Math.max(highestOf(before), highestOf(plan))));
}

/** The ids come from the plan, unless recorded ones are given. */
export function addStep(plan: Plan | undefined, { steps, ...place }: AddStep, record: OnRecord): Plan {
  const active = activePlan(plan);
  const added = withIds(steps, record.assigned ?? highestOf(active) + 1, suffixOf(active)).map(frozenStep);
  const at = placeFor(active, presentPlace(active, place), record);
  const changed = changedPlan(active, {
    steps: Object.freeze([...active.steps.slice(0, at), ...added, ...active.steps.slice(at)]),
  });
  const last = added.at(-1);
  return last ? withHighest(changed, stepNumber(last)) : changed;
}

/** Changes, moves or removes a step; removing the last open step completes the plan. */
export function updateStep(plan: Plan | undefined, command: UpdateStep, record: OnRecord): Plan {
  const active = activePlan(plan);
  const { title, details, remove } = command;
  const place = presentPlace(active, command);
  const step = stepOf(active, command.stepId);
  const { stepId } = step;
  if (remove) {
    const steps = withoutStep(active.steps, step);
    const isDone = steps.length > 0 && isAllDone(steps);
    return changedPlan(active, { status: isDone ? 'completed' : 'active', steps });
  }
  const steps = [...active.steps];
  const settled = [...(title === undefined ? [] : ['title']), ...(details === undefined ? [] : ['details'])];
  steps[placeOf(active, stepId)] = frozenStep({
    ...withoutConflicts(step, settled),
    title: title ?? step.title,
    details: details === undefined ? step.details : details,
  });
  return changedPlan(active, { steps: Object.freeze(moved(steps, stepId, place, record)) });
}

/** The step without conflicts in these fields: changing a field resolves its conflict. */
function withoutConflicts(step: PlanStep, fields: readonly string[]): PlanStep {
  if (step.conflicts === undefined) return step;
  const { conflicts, ...rest } = step;
  // Any change resolves the conflict with a concurrent removal.
  const open = conflicts.filter(({ field }) => field !== 'removed' && !fields.includes(field));
  return open.length === 0 ? rest : { ...rest, conflicts: open };
}

/** The steps without one of them: its parts move to its parent, other links to it are removed. */
function withoutStep(steps: readonly PlanStep[], removed: PlanStep): readonly PlanStep[] {
  return Object.freeze(
    steps.flatMap((step) => {
      if (step === removed) return [];
      const links = linksOf(step).filter(({ from, to }) => from === removed.stepId || to === removed.stepId);
      if (links.length === 0) return [step];
      const without = links.reduce((rest, link) => withLink(rest, link, false), step);
      const isPart = step.parent === removed.stepId && removed.parent !== undefined;
      return [frozenStep(isPart ? { ...without, parent: removed.parent } : without)];
    }),
  );
}

function moved(
  steps: readonly PlanStep[],
  stepId: string,
  place: StepPlace,
  record: OnRecord,
): readonly PlanStep[] {
  if (place.before === undefined && place.after === undefined) return steps;
  const others = steps.filter((step) => step.stepId !== stepId);
  const at = placeFor({ steps: others }, place, record);
  const step = steps.filter((each) => each.stepId === stepId);
  return [...others.slice(0, at), ...step, ...others.slice(at)];
}

/** Marks steps; the last open step completes the plan, and reopening one makes it active again. */
export function markStep(plan: Plan | undefined, { also = [], ...first }: MarkStep, record: OnRecord): Plan {
  const existing = existingPlan(plan);
  if (existing.status === 'abandoned') throw notActive(existing.status);
  const steps = [...existing.steps];
  let marked = 0;
  for (const [i, { stepId, status, note, evidence = [] }] of [first, ...also].entries()) {
    const at = placeOf(existing, presentId(existing, stepId));
    const step = steps[at];
    if (step === undefined) {
      // Some of the steps that were marked together may have been erased.
      if (record.isRecorded) continue;
      throw stepNotFound(existing, stepId, i === 0 ? 'step_id' : `also[${i - 1}].step_id`);
    }
    marked += 1;
    steps[at] = frozenStep({
      // A finished step needs no claim.
      ...withoutConflicts(status === 'done' ? unclaimed(step) : step, ['status']),
      status,
      notes: note === undefined ? step.notes : [...step.notes, note],
      ...(evidence.length > 0 && { evidence: [...(step.evidence ?? []), ...evidence] }),
    });
  }
  if (marked === 0) throw stepNotFound(existing, first.stepId, 'step_id');
  return changedPlan(existing, {
    status: isAllDone(steps) ? 'completed' : 'active',
    steps: Object.freeze(steps),
  });
}

/** From the end, because steps are mostly done in order. */
function isAllDone(steps: readonly PlanStep[]): boolean {
  return steps.findLastIndex((step) => step.status !== 'done') < 0;
}

/** Abandons the plan: removes its steps, keeps its objective. */
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

export function stepOf(plan: Plan, stepId: string, field = 'step_id'): PlanStep {
  const step = plan.steps[placeOf(plan, presentId(plan, stepId))];
  if (step) return step;
  throw stepNotFound(plan, stepId, field);
}

function stepNotFound({ steps }: Pick<Plan, 'steps'>, stepId: string, field: string): ToolValidationError {
  const ids = steps.map((candidate) => candidate.stepId);
  return new ToolValidationError('step-not-found', {
    field,
    message: `There is no step ${JSON.stringify(stepId)} in the plan. Call planning_read_plan to see the steps.`,
    expected: ids.length === 0 ? 'a step of this plan, which has none' : `one of ${listed(ids)}`,
    actual: JSON.stringify(stepId),
    fix: 'Call planning_read_plan to see the steps and their ids.',
  });
}

export function activePlan(plan: Plan | undefined): Plan {
  const existing = existingPlan(plan);
  if (existing.status !== 'active') throw notActive(existing.status);
  return existing;
}

/** Ids count up from 1, so a step's number is its position, unless some were erased, removed or moved. */
function placeOf({ steps }: Pick<Plan, 'steps'>, stepId: string): number {
  const place = stepNumber({ stepId }) - 1;
  return steps[place]?.stepId === stepId ? place : steps.findIndex((step) => step.stepId === stepId);
}

/** The position by the current ids of steps. */
function presentPlace(plan: Plan, { before, after }: StepPlace): StepPlace {
  return {
    ...(before !== undefined && { before: presentId(plan, before) }),
    ...(after !== undefined && { after: presentId(plan, after) }),
  };
}

/** Where new steps go. If the step next to them has been erased, to the end. */
function placeFor(plan: Pick<Plan, 'steps'>, { before, after }: StepPlace, { isRecorded }: OnRecord): number {
  const beside = before ?? after;
  if (beside === undefined) return plan.steps.length;
  const at = placeOf(plan, beside);
  if (at >= 0) return before === undefined ? at + 1 : at;
  if (isRecorded) return plan.steps.length;
  throw stepNotFound(plan, beside, before === undefined ? 'after' : 'before');
}

function withIds(steps: readonly NewPlanStep[], ids: number | Assigned, suffix?: string): PlanStep[] {
  if (typeof ids !== 'number' && !fits(ids, steps.length)) throw wrongIds(ids, steps.length);
  return steps.map(({ title, details }, i) => ({
    stepId: typeof ids === 'number' ? stepIdOf(ids + i, suffix) : (ids[i] ?? ''),
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
    summary: `The facts record the step ids ${listed(ids)}, not ${count} that count up.`,
    fix: 'Change the facts of a plan only through its tools.',
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
