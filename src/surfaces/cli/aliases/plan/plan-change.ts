import type { Envelope } from '../../../../journal/fact.ts';
import { sessionEventOf } from '../../../../kernel/session/facts.ts';
import type { Plan } from '../../../../plan-tools/plan.ts';
import { planAfterEvent } from '../../../../plan-tools/plan-fold.ts';
import { pluralize } from '../../terminal/pluralize.ts';

/** A fact that made another plan of the one before. */
export interface PlanChange {
  /** The seq of the fact: the version of the plan from here on. */
  readonly version: number;
  readonly ts: string;
  /** The tool that was called; none when an earlier moment was restored. */
  readonly tool: string | undefined;
  readonly plan: Plan | undefined;
  /** What has changed, on one line. */
  readonly summary: string;
}

/** What a fact changes in a plan. Failed calls, reads and facts of other kinds change nothing. */
export function planChange(before: Plan | undefined, fact: Envelope): PlanChange | undefined {
  const event = sessionEventOf(fact);
  if (event === undefined) return undefined;
  const plan = planAfterEvent(before, event);
  if (plan === before) return undefined;
  const tool = event.type === 'ToolInvoked' ? event.tool : undefined;
  return { version: fact.seq, ts: fact.ts, tool, plan, summary: summaryOf(before, plan, tool) };
}

function summaryOf(before: Plan | undefined, plan: Plan | undefined, tool: string | undefined): string {
  if (plan === undefined) return 'The plan was taken back';
  switch (tool) {
    case 'planning_setup_plan':
      return `New plan with ${pluralize(plan.steps.length, 'step')}: ${plan.objective}`;
    case 'planning_clear_plan':
      return 'The plan was abandoned';
    case undefined:
      return 'The plan was put back to an earlier moment';
    default:
      return stepSummary(before?.steps ?? [], plan) + statusSummary(before, plan);
  }
}

function stepSummary(before: Plan['steps'], { steps }: Plan): string {
  const known = new Map(before.map((step) => [step.stepId, step]));
  const added = steps.filter(({ stepId }) => !known.has(stepId));
  const [first] = added;
  if (first) {
    return added.length === 1
      ? `${first.stepId} added: ${first.title}`
      : `${pluralize(added.length, 'step')} added: ${first.stepId} to ${added.at(-1)?.stepId}`;
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

function statusSummary(before: Plan | undefined, { status }: Plan): string {
  if (before === undefined || before.status === status) return '';
  return status === 'completed' ? ' - the plan is completed' : ' - the plan is active again';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
