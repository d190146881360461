import type { BlockAction, StepStatus, ViewBlock } from '../../harness/module/view-block.ts';
import type { Plan, PlanStep } from '../../plan-tools/plan.ts';

type MarkStatus = PlanStep['status'];

/** Makes the commands that the steps of a plan carry. */
interface PlanCalls<Mark, Clear> {
  mark(stepId: string, status: MarkStatus): Mark;
  clear(): Clear;
}

const STATUSES: Readonly<Record<MarkStatus, StepStatus>> = {
  pending: 'pending',
  in_progress: 'running',
  blocked: 'blocked',
  done: 'done',
};

/** What can be done with a step where it stands. */
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

/** The steps of a plan with their notes, and what can be done with them. */
export function planBlocks<Mark, Clear>(
  plan: Plan | undefined,
  calls: PlanCalls<Mark, Clear>,
): readonly ViewBlock<Mark | Clear>[] {
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
  return [
    { type: 'progress', label: 'Steps done', value: done, max: steps.length },
    {
      type: 'steps',
      title: objective,
      items: steps.map((step) => ({
        id: step.stepId,
        title: step.title,
        status: STATUSES[step.status],
        ...(step.details !== null && { details: step.details }),
        ...(step.notes.length > 0 && { notes: step.notes }),
        actions: marksOf(step, calls),
      })),
      actions: [{ label: 'Abandon the plan', command: calls.clear() }],
    },
  ];
}

function marksOf<Mark>(
  { stepId, status }: PlanStep,
  { mark }: Pick<PlanCalls<Mark, unknown>, 'mark'>,
): readonly BlockAction<Mark>[] {
  return MARKS[status].map(([label, to]) => ({ label, command: mark(stepId, to) }));
}

/** The plan as plain data, with how far it has come. */
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
