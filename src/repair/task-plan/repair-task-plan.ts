import type { Fix, Proposal } from '../action.ts';
import { type AppliedChange, createRepairEngine, type Fixes, type RepairEngine } from '../engine.ts';
import type { Issue } from '../issue.ts';
import { type TaskPlanIssueType, type TaskPlanTarget, taskPlanInvariants } from './invariants.ts';
import { splitStep } from './split-step.ts';
import {
  applyTaskPlanChange,
  DEFAULT_STEP_LIMITS,
  type StepLimits,
  type TaskPlan,
  type TaskPlanChange,
} from './task-plan.ts';

/** Options for repairing a task plan. */
export interface TaskPlanRepairOptions {
  readonly limits?: StepLimits;
  /** The time that issues are dated with, ISO 8601. */
  readonly now?: () => string;
}

/** An issue of a task plan. */
export type TaskPlanIssue = Issue<TaskPlanIssueType, TaskPlanTarget>;

type TaskFixes = Fixes<TaskPlan, TaskPlanIssueType, TaskPlanTarget, TaskPlanChange>;

/** An engine that finds and fixes cycles, unknown dependencies, orphan steps and steps that are too long. */
export function createTaskPlanEngine({
  limits = DEFAULT_STEP_LIMITS,
  now = () => new Date(0).toISOString(),
}: TaskPlanRepairOptions = {}): RepairEngine<TaskPlan, TaskPlanIssueType, TaskPlanTarget, TaskPlanChange> {
  return createRepairEngine({
    invariants: taskPlanInvariants(limits),
    severity: () => 'LOCAL',
    fixes: taskPlanFixes(limits),
    gaps: ({ steps }) =>
      steps.length > 0
        ? undefined
        : { question: 'What are the steps?', reason: 'The plan does not have any yet.' },
    next: () => ({ type: 'CONTINUE_PLAN' }),
    now,
  });
}

/** A plan after all fixes that need no decision. */
export interface RepairedTaskPlan {
  readonly plan: TaskPlan;
  readonly applied: readonly AppliedChange<TaskPlanChange>[];
  /** The remaining issues, which a person or a model has to decide. */
  readonly issues: readonly TaskPlanIssue[];
}

/** Repairs a task plan with as few changes as possible. */
export function repairTaskPlan(plan: TaskPlan, options: TaskPlanRepairOptions = {}): RepairedTaskPlan {
  const engine = createTaskPlanEngine(options);
  const applied: AppliedChange<TaskPlanChange>[] = [];
  let state: Parameters<typeof engine.turn>[1] = { subject: plan, issues: [], history: [] };
  for (;;) {
    const turn = engine.turn({}, state);
    state = turn.state;
    applied.push(...turn.applied);
    if (turn.action.type === 'AUTO_FIX') continue;
    if (turn.action.type !== 'SUGGEST_REPAIR') break;
    const keep = turn.action.options.find(({ mutation }) => mutation.op === 'KEEP');
    if (keep === undefined) break;
    // An issue that only a person can decide must not keep the rest from being fixed.
    state = engine.turn({ choose: keep.id }, state).state;
  }
  return { plan: state.subject, applied, issues: engine.evaluate({ ...state, issues: [], history: [] }) };
}

function taskPlanFixes(limits: StepLimits): TaskFixes {
  return {
    auto: (issue, plan) => autoFixes(issue, plan, limits),
    options: (issue, plan) => proposals(issue, plan, limits),
    reason: ({ description }) => description,
    question: (fatal) => ({
      question: 'How should the plan continue?',
      reason: fatal.map(({ description }) => description).join(' '),
    }),
    apply: applyTaskPlanChange,
    size: (change) => (change.op === 'SPLIT_STEP' ? change.into.length : 1),
  };
}

function autoFixes(
  { type, target }: TaskPlanIssue,
  plan: TaskPlan,
  limits: StepLimits,
): readonly Fix<TaskPlanChange>[] {
  const { stepId, dependency = '' } = target;
  switch (type) {
    case 'UNKNOWN_DEPENDENCY': {
      const meant = stepNamed(dependency, stepId, plan);
      return [
        meant === undefined
          ? {
              change: { op: 'DROP_DEPENDENCY', stepId, dependency },
              justification: `No step is called ${JSON.stringify(dependency)}.`,
            }
          : {
              change: { op: 'RENAME_DEPENDENCY', stepId, dependency, to: meant },
              justification: `${JSON.stringify(dependency)} is step ${meant}.`,
            },
      ];
    }
    case 'CYCLE':
      return edgesOf(target, plan).map(({ from, to }) => ({
        change: { op: 'DROP_DEPENDENCY', stepId: from, dependency: to },
        justification: `Step ${from} no longer waits for ${to}: they waited for each other.`,
      }));
    case 'STEP_TOO_LONG': {
      const into = splitOf(stepId, plan, limits);
      if (into === undefined) return [];
      return [
        {
          change: { op: 'SPLIT_STEP', stepId, into },
          justification: `Step ${stepId} became ${into.length} steps that follow each other.`,
        },
      ];
    }
    case 'ORPHAN_STEP':
      return [];
  }
}

function proposals(
  issue: TaskPlanIssue,
  plan: TaskPlan,
  limits: StepLimits,
): readonly Proposal<TaskPlanChange>[] {
  const { stepId } = issue.target;
  const at = plan.steps.findIndex(({ id }) => id === stepId);
  const before = plan.steps[at - 1];
  const keep = { key: 'keep', ...labelled({ op: 'KEEP', stepId }), group: 9, waives: true };
  const remove = { key: 'remove', ...labelled({ op: 'REMOVE_STEP', stepId }), group: 5 };
  const fixes = autoFixes(issue, plan, limits).map(
    ({ change }, rank): Proposal<TaskPlanChange> => ({
      key: 'dependency' in change ? `${change.op}:${change.stepId}>${change.dependency}` : change.op,
      ...labelled(change),
      group: 0,
      rank: [rank],
    }),
  );
  if (issue.type !== 'ORPHAN_STEP') return [...fixes, keep];
  if (before === undefined) return [remove, keep];
  const attach = labelled({ op: 'ADD_DEPENDENCY', stepId, dependency: before.id });
  return [{ key: 'attach', ...attach, group: 0 }, remove, keep];
}

function labelled(change: TaskPlanChange): Pick<Proposal<TaskPlanChange>, 'label' | 'change'> {
  return { label: labelOf(change), change };
}

function labelOf(change: TaskPlanChange): string {
  switch (change.op) {
    case 'DROP_DEPENDENCY':
      return `Remove the dependency of step ${change.stepId} on ${change.dependency}`;
    case 'RENAME_DEPENDENCY':
      return `Let step ${change.stepId} wait for ${change.to}`;
    case 'ADD_DEPENDENCY':
      return `Let step ${change.stepId} wait for ${change.dependency}`;
    case 'SPLIT_STEP':
      return `Split step ${change.stepId} into ${change.into.length} steps`;
    case 'REMOVE_STEP':
      return `Remove step ${change.stepId}`;
    case 'KEEP':
      return 'Keep it as it is';
  }
}

/** The only step whose name matches, ignoring case, spaces and punctuation. */
function stepNamed(name: string, besides: string, { steps }: TaskPlan): string | undefined {
  const wanted = plain(name);
  const meant = steps.filter(
    ({ id, title }) => id !== besides && (plain(id) === wanted || plain(title) === wanted),
  );
  return meant.length === 1 && wanted !== '' ? meant[0]?.id : undefined;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const MAX_EDGES = 64;

/** The dependencies inside a group of steps that wait for each other, those on a later step first. */
function edgesOf({ stepIds = [] }: TaskPlanTarget, { steps }: TaskPlan): { from: string; to: string }[] {
  const group = new Set(stepIds);
  const order = new Map(steps.map(({ id }, at) => [id, at]));
  const edges = steps
    .filter(({ id, locked }) => group.has(id) && !locked)
    .flatMap(({ id, dependsOn }) =>
      dependsOn.filter((to) => group.has(to)).map((to) => ({ from: id, to, back: backness(order, id, to) })),
    );
  return edges.sort((a, b) => b.back - a.back).slice(0, MAX_EDGES);
}

function backness(order: ReadonlyMap<string, number>, from: string, to: string): number {
  return (order.get(to) ?? 0) - (order.get(from) ?? 0);
}

function splitOf(stepId: string, { steps }: TaskPlan, limits: StepLimits) {
  const step = steps.find(({ id }) => id === stepId);
  return step && splitStep(step, limits, new Set(steps.map(({ id }) => id)));
}
