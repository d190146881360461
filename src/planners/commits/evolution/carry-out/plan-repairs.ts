import { createRepairEngine, type RepairDomain } from '../../../../repair/engine.ts';
import type { Finding } from '../../../../repair/issue.ts';
import type { PlanWire, StepWire } from '../../plan/schema.ts';

/** A plan, and the changes to its files since the commit it was made for. */
export interface PlanOnBase {
  readonly plan: PlanWire;
  /** The commit that the plan was made for. */
  readonly baseCommit: string;
  /** The commit to carry it out on. */
  readonly base: string;
  /** Old paths to new paths. */
  readonly renamed: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
  readonly changed: ReadonlySet<string>;
}

type IssueType = 'base-moved' | 'file-renamed' | 'file-gone' | 'file-changed' | 'no-steps';

type Target = { readonly stepId?: string; readonly path?: string };

type PlanChange =
  | { readonly type: 'move-base' }
  | { readonly type: 'rename-file'; readonly stepId: string; readonly from: string; readonly to: string }
  | { readonly type: 'drop-file'; readonly stepId: string; readonly path: string }
  | { readonly type: 'drop-step'; readonly stepId: string }
  | { readonly type: 'note-risk'; readonly stepId: string; readonly path: string };

/** A repair: the problem and the fix. */
export interface PlanRepair {
  readonly issue: string;
  readonly action: string;
}

/** A plan adapted to the commit it is carried out on; without a plan if none of its steps is left. */
export interface RepairedPlan {
  readonly plan: PlanWire | undefined;
  readonly repairs: readonly PlanRepair[];
}

const MAX_RISK_LENGTH = 200;
const MAX_RISKS = 12;

/** Repairs the parts of a plan that no longer fit the commit, and nothing else. */
export function repairPlan(subject: PlanOnBase): RepairedPlan {
  const engine = createRepairEngine(domain);
  const repairs: PlanRepair[] = [];
  let state: Parameters<typeof engine.turn>[1] = { subject, issues: [], history: [] };
  for (;;) {
    const issues = engine.evaluate(state);
    const { action, state: next, applied } = engine.turn({}, state);
    if (action.type !== 'AUTO_FIX') {
      return { plan: issues.length === 0 ? next.subject.plan : undefined, repairs };
    }
    for (const { issueId, why } of applied) {
      const issue = issues.find(({ id }) => id === issueId)?.description ?? issueId;
      repairs.push({ issue, action: why });
    }
    state = next;
  }
}

const domain: RepairDomain<PlanOnBase, IssueType, Target, PlanChange> = {
  invariants: [
    { name: 'steps-left', check: ({ plan }) => (plan.steps.length > 0 ? [] : [noSteps()]) },
    {
      name: 'base-current',
      check: ({ baseCommit, base }) => (baseCommit === base ? [] : [movedBase(baseCommit, base)]),
    },
    {
      name: 'files-there',
      check: (subject) => subject.plan.steps.flatMap((step, at) => filesOf(step, at, subject)),
    },
    {
      name: 'files-as-planned',
      check: ({ plan, changed }) =>
        plan.steps.flatMap((step, position) =>
          (step.files ?? []).flatMap((path) =>
            changed.has(path) && !isNoted(step, path)
              ? [
                  finding(
                    'file-changed',
                    { stepId: step.id, path },
                    `${path} has changed since the plan was made.`,
                    position,
                  ),
                ]
              : [],
          ),
        ),
    },
  ],
  severity: ({ type }) => (type === 'no-steps' ? 'FATAL' : 'LOCAL'),
  fixes: {
    auto({ type, target: { stepId = '', path = '' } }, { plan, renamed, base }) {
      switch (type) {
        case 'base-moved':
          return [
            {
              change: { type: 'move-base' },
              justification: `The plan is carried out on ${base.slice(0, 10)}.`,
            },
          ];
        case 'file-renamed': {
          const to = renamed.get(path) ?? path;
          return [
            {
              change: { type: 'rename-file', stepId, from: path, to },
              justification: `Step ${stepId} works on ${to} instead.`,
            },
          ];
        }
        case 'file-gone': {
          const { files = [] } = plan.steps.find(({ id }) => id === stepId) ?? {};
          return files.length > 1
            ? [
                {
                  change: { type: 'drop-file', stepId, path },
                  justification: `Step ${stepId} goes without it.`,
                },
              ]
            : [
                {
                  change: { type: 'drop-step', stepId },
                  justification: `Step ${stepId} is left out: there is nothing left to do in it.`,
                },
              ];
        }
        case 'file-changed':
          return [
            {
              change: { type: 'note-risk', stepId, path },
              justification: `Step ${stepId} is told to look at it first.`,
            },
          ];
        case 'no-steps':
          return [];
        default:
          return type satisfies never;
      }
    },
    options: () => [],
    reason: ({ description }) => description,
    question: () => ({
      question: 'What should be planned instead?',
      reason: 'None of the steps of the plan is left.',
    }),
    apply: (change, subject) => applied(change, subject),
    size: ({ type }) => (type === 'drop-step' ? 2 : 1),
  },
  gaps: () => undefined,
  next: () => ({ type: 'CONTINUE_PLAN' }),
  now: () => '1970-01-01T00:00:00.000Z',
};

function filesOf(
  step: StepWire,
  position: number,
  { renamed, removed }: PlanOnBase,
): readonly Finding<IssueType, Target>[] {
  return (step.files ?? []).flatMap((path) => {
    const target = { stepId: step.id, path };
    const to = renamed.get(path);
    if (to !== undefined) return [finding('file-renamed', target, `${path} was renamed to ${to}.`, position)];
    return removed.has(path) ? [finding('file-gone', target, `${path} was removed.`, position)] : [];
  });
}

function finding(
  type: IssueType,
  target: Target,
  description: string,
  position = 0,
): Finding<IssueType, Target> {
  return {
    type,
    target,
    key: JSON.stringify([target.stepId ?? '', target.path ?? '']),
    evidence: description,
    description,
    position,
  };
}

function movedBase(from: string, to: string): Finding<IssueType, Target> {
  return finding(
    'base-moved',
    {},
    `The plan was made for ${from.slice(0, 10)}, and the base is ${to.slice(0, 10)} now.`,
  );
}

function noSteps(): Finding<IssueType, Target> {
  return finding('no-steps', {}, 'None of the steps of the plan is left.');
}

function applied(change: PlanChange, subject: PlanOnBase): PlanOnBase {
  const { plan, base } = subject;
  const withStep = (stepId: string, next: (step: StepWire) => StepWire): PlanOnBase => ({
    ...subject,
    plan: { ...plan, steps: plan.steps.map((step) => (step.id === stepId ? next(step) : step)) },
  });
  switch (change.type) {
    case 'move-base':
      return { ...subject, baseCommit: base };
    case 'rename-file': {
      const { from, to } = change;
      return withStep(change.stepId, ({ files = [], ...step }) => ({
        ...step,
        files: [...new Set(files.map((path) => (path === from ? to : path)))],
        actions: step.actions.map((action) => action.replaceAll(from, to).slice(0, 200)),
      }));
    }
    case 'drop-file':
      return withStep(change.stepId, ({ files = [], ...step }) => ({
        ...step,
        files: files.filter((path) => path !== change.path),
      }));
    case 'drop-step':
      return { ...subject, plan: { ...plan, steps: stepsWithout(plan.steps, change.stepId) } };
    case 'note-risk':
      return withStep(change.stepId, (step) => ({
        ...step,
        risks: [riskOf(change.path), ...(step.risks ?? [])].slice(0, MAX_RISKS),
      }));
    default:
      return change satisfies never;
  }
}

/** Steps that depended on the removed step now depend on its dependencies. */
function stepsWithout(steps: readonly StepWire[], stepId: string): readonly StepWire[] {
  const inherited = steps.find(({ id }) => id === stepId)?.dependencies ?? [];
  return steps
    .filter(({ id }) => id !== stepId)
    .map((step) => {
      const { dependencies } = step;
      if (!dependencies?.includes(stepId)) return step;
      const others = dependencies.filter((id) => id !== stepId);
      return { ...step, dependencies: [...new Set([...others, ...inherited])] };
    });
}

function isNoted({ risks = [] }: StepWire, path: string): boolean {
  return risks.includes(riskOf(path));
}

function riskOf(path: string): string {
  return `Changed since the plan was made: ${path}`.slice(0, MAX_RISK_LENGTH);
}
