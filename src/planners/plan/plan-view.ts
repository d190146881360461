import type { StepItem, StepStatus, ViewBlock } from '../../harness/module/view-block.ts';
import { StepGraph } from '../../plan-tools/graph/ready-steps.ts';
import { evidenceText } from '../../plan-tools/plan/evidence.ts';
import type { Plan, PlanStep, StepConflict } from '../../plan-tools/plan/plan.ts';

type MarkStatus = PlanStep['status'];

/** Creates the commands of the steps of a plan. */
interface PlanCalls<Call> {
  mark(stepId: string, status: MarkStatus): Call;
  update(step: PlanStep): Call;
  move(stepId: string): Call;
  remove(stepId: string): Call;
  clear(): Call;
}

const STATUSES: Readonly<Record<MarkStatus, StepStatus>> = {
  pending: 'pending',
  in_progress: 'running',
  blocked: 'blocked',
  done: 'done',
};

/** The actions for a step, by status. */
const MARKS: Readonly<Record<MarkStatus, readonly (readonly [label: string, to: MarkStatus])[]>> = {
  pending: [
    ['Start', 'in_progress'],
    ['Done', 'done'],
  ],
  in_progress: [
    ['Done', 'done'],
    ['Blocked', 'blocked'],
  ],
  blocked: [
    ['Continue', 'in_progress'],
    ['Done', 'done'],
  ],
  done: [['Reopen', 'pending']],
};

/** The steps of a plan with their notes and actions. */
export function planBlocks<Mark, Update, Move, Remove, Clear>(
  plan: Plan | undefined,
  calls: Pick<PlanCalls<Mark>, 'mark'> &
    Pick<PlanCalls<Update>, 'update'> &
    Pick<PlanCalls<Move>, 'move'> &
    Pick<PlanCalls<Remove>, 'remove'> &
    Pick<PlanCalls<Clear>, 'clear'>,
): readonly ViewBlock<Mark | Update | Move | Remove | Clear>[] {
  if (plan === undefined) return [];
  const { objective, status, steps } = plan;
  if (status === 'abandoned') {
    return [
      {
        type: 'fields',
        title: objective,
        items: [{ label: 'Status', value: 'Abandoned' }],
      },
    ];
  }
  const done = steps.filter((step) => step.status === 'done').length;
  const graph = new StepGraph(plan);
  const known = new Set(steps.map(({ stepId }) => stepId));
  const itemOf = (step: PlanStep): StepItem<Mark | Update | Move | Remove | Clear> => {
    const dependsOn = step.blockedBy?.filter((id) => known.has(id)) ?? [];
    const children = graph.partsOf(step.stepId).map(itemOf);
    return {
      id: step.stepId,
      title: step.title,
      status: STATUSES[step.status],
      ...(step.details !== null && { details: step.details }),
      ...notesOf(step),
      ...(dependsOn.length > 0 && { dependsOn }),
      ...(children.length > 0 && { children }),
      // Only a new plan changes one that is over.
      ...(status === 'active' && offeredFor<Mark | Update | Move | Remove | Clear>(step, calls)),
    };
  };
  const isOrdered = status === 'active' && graph.roots.length > 1;
  return [
    ...conflictBlocks(plan),
    { type: 'progress', label: 'Steps done', value: done, max: steps.length },
    {
      type: 'steps',
      title: objective,
      items: graph.roots.map((step) => ({
        ...itemOf(step),
        ...(isOrdered && { move: { command: calls.move(step.stepId), before: 'before' } }),
      })),
      ...(status === 'active' && { actions: [{ label: 'Abandon the plan', command: calls.clear() }] }),
    },
  ];
}

function notesOf(step: PlanStep): { readonly notes?: readonly string[] } {
  const { notes, evidence = [], discoveredFrom = [], related = [], claim, conflicts = [] } = step;
  const all = [
    ...notes,
    ...evidence.map(evidenceText),
    ...(discoveredFrom.length > 0 ? [`Discovered from ${discoveredFrom.join(', ')}.`] : []),
    ...(related.length > 0 ? [`Related to ${related.join(', ')}.`] : []),
    ...conflicts.map(conflictText),
    ...(claim ? [`Claimed by ${claim.agent} until ${claim.until}.`] : []),
  ];
  return all.length > 0 ? { notes: all } : {};
}

/**
 * Concurrent changes by several clones, above the steps, which are collapsed. Changing the field resolves a
 * conflict.
 */
function conflictBlocks({ conflicts = [], steps }: Plan): readonly FieldsBlock[] {
  const items = [
    ...conflicts.map((conflict) => ({ label: 'Objective', value: sidesOf(conflict) })),
    ...steps.flatMap(({ stepId, conflicts: open = [] }) =>
      open.map((conflict) => ({ label: `${stepId} ${conflict.field}`, value: sidesOf(conflict) })),
    ),
  ];
  return items.length === 0 ? [] : [{ type: 'fields', title: 'Changed on several sides', items }];
}

type FieldsBlock = Extract<ViewBlock<never>, { readonly type: 'fields' }>;

function conflictText(conflict: StepConflict): string {
  return `Changed on several sides, ${conflict.field}: ${sidesOf(conflict)}. The latest value is used; change it to resolve the conflict.`;
}

function sidesOf({ values }: StepConflict): string {
  return values.map(({ value, by }) => `"${value}" (${by})`).join(' or ');
}

function offeredFor<Call>(
  step: PlanStep,
  { mark, update, remove }: Pick<PlanCalls<Call>, 'mark' | 'update' | 'remove'>,
): Pick<StepItem<Call>, 'actions' | 'forms'> {
  const { stepId, status } = step;
  return {
    actions: [
      ...MARKS[status].map(([label, to]) => ({ label, command: mark(stepId, to) })),
      { label: 'Add a note', command: mark(stepId, status), edit: ['note'] },
      { label: 'Edit', command: update(step), edit: ['title', 'details'] },
      { label: 'Remove', command: remove(stepId) },
    ],
    forms: [{ label: 'Insert before', form: { type: 'plan-insert', before: stepId } }],
  };
}

/** The plan as plain data, with its progress. */
export function planData(plan: Plan | undefined) {
  const steps = plan?.steps ?? [];
  const done = steps.filter((step) => step.status === 'done').length;
  return {
    objective: plan?.objective ?? null,
    status: plan?.status ?? null,
    steps,
    progress: { done, total: steps.length },
  };
}
