import type { Plan } from '../../plan-tools/plan.ts';

/** What a call of a tool, or without one a return to an earlier moment, changed in a plan. Undefined when nothing. */
export function changeText(
  tool: string | undefined,
  { before, after }: { readonly before: Plan | undefined; readonly after: Plan | undefined },
): string | undefined {
  if (after === before) return undefined;
  if (after === undefined) return 'The plan was taken back';
  switch (tool) {
    case undefined:
      return 'The plan was put back to an earlier moment';
    case 'planning_setup_plan':
      return `New plan with ${counted(after.steps.length)}: ${after.objective}`;
    case 'planning_clear_plan':
      return 'The plan was abandoned';
    default:
      return stepText(before?.steps ?? [], after) + statusText(before, after);
  }
}

function stepText(before: Plan['steps'], { steps }: Plan): string {
  const known = new Map(before.map((step) => [step.stepId, step]));
  const added = steps.filter(({ stepId }) => !known.has(stepId));
  const [first] = added;
  if (first) {
    return added.length === 1
      ? `${first.stepId} added: ${first.title}`
      : `${counted(added.length)} added: ${first.stepId} to ${added.at(-1)?.stepId}`;
  }
  const changed = steps.find((step) => known.get(step.stepId) !== step);
  const was = changed && known.get(changed.stepId);
  if (!changed || !was) return 'Nothing changed';
  const { stepId, title, details, status, notes } = changed;
  if (was.title !== title) return `${stepId} renamed: ${title}`;
  if (was.details !== details) return `${stepId} has other details`;
  const note = notes.length > was.notes.length ? `: ${oneLine(notes.at(-1) ?? '')}` : '';
  return `${stepId} ${status.replace('_', ' ')}${note}`;
}

function statusText(before: Plan | undefined, { status }: Plan): string {
  if (before === undefined || before.status === status) return '';
  return status === 'completed' ? ' - the plan is completed' : ' - the plan is active again';
}

function counted(steps: number): string {
  return steps === 1 ? '1 step' : `${steps} steps`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
