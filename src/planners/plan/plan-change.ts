import { linksOf } from '../../plan-tools/graph/step-relations.ts';
import { evidenceText } from '../../plan-tools/plan/evidence.ts';
import type { Plan, PlanStep } from '../../plan-tools/plan/plan.ts';

/** What a tool call, or a rollback, changed in a plan; `undefined` if nothing. */
export function changeText(
  tool: string | undefined,
  { before, after }: { readonly before: Plan | undefined; readonly after: Plan | undefined },
): string | undefined {
  if (after === before) return undefined;
  if (after === undefined) return 'The plan was undone';
  switch (tool) {
    case undefined:
      return 'The plan was restored to an earlier moment';
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
  const left = new Set(steps.map(({ stepId }) => stepId));
  const removed = before.find(({ stepId }) => !left.has(stepId));
  if (removed) return `${removed.stepId} removed: ${removed.title}`;
  const changed = steps.flatMap((step) => {
    const was = known.get(step.stepId);
    return was && was !== step && !isSame(was, step) ? [changedText(was, step)] : [];
  });
  if (changed.length > 0) return changed.join(', ');
  const moved = movedStep(before, steps);
  return moved ? `${moved.stepId} moved: ${moved.title}` : 'Nothing changed';
}

function changedText(was: PlanStep, step: PlanStep): string {
  const { stepId, title, details, status, notes, evidence = [], claim } = step;
  if (was.title !== title) return `${stepId} renamed: ${title}`;
  if (was.details !== details) return `${stepId} has new details`;
  if (claim && claim !== was.claim) return `${stepId} claimed by ${claim.agent} until ${claim.until}`;
  if (was.claim && !claim && status !== 'done') return `${stepId} released by ${was.claim.agent}`;
  const links = linkText(was, step);
  if (links !== undefined) return links;
  const proof = evidence.slice(was.evidence?.length ?? 0).map(evidenceText);
  const note = notes.length > was.notes.length ? [notes.at(-1) ?? ''] : [];
  const why = [...note, ...proof].join('; ');
  return `${stepId} ${status.replace('_', ' ')}${why === '' ? '' : `: ${oneLine(why)}`}`;
}

/** The added and removed links of a step. */
function linkText(was: PlanStep, step: PlanStep): string | undefined {
  const named = (each: PlanStep) =>
    linksOf(each).map(({ from, type, to }) => `${from} ${LINKED[type]} ${to}`);
  const [before, after] = [named(was), named(step)];
  const parts = [
    ...after.filter((link) => !before.includes(link)),
    ...before.filter((link) => !after.includes(link)).map((link) => `no longer: ${link}`),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

const LINKED = {
  blocks: 'blocks',
  parent: 'is the parent of',
  'discovered-from': 'was discovered from',
  related: 'is related to',
} as const;

/** A call that moves a step recreates it unchanged. */
function isSame(was: PlanStep, step: PlanStep): boolean {
  return (
    was.title === step.title &&
    was.details === step.details &&
    was.status === step.status &&
    was.notes === step.notes &&
    was.evidence === step.evidence &&
    was.claim === step.claim &&
    was.parent === step.parent &&
    was.blockedBy === step.blockedBy &&
    was.discoveredFrom === step.discoveredFrom &&
    was.related === step.related
  );
}

/** The only step whose removal makes the orders equal. */
function movedStep(before: Plan['steps'], after: Plan['steps']): PlanStep | undefined {
  const at = before.findIndex(({ stepId }, i) => after[i]?.stepId !== stepId);
  const without = (steps: Plan['steps'], id: string) =>
    steps.flatMap(({ stepId }) => (stepId === id ? [] : [stepId])).join();
  return [before[at], after[at]].find(
    (step) => step && without(before, step.stepId) === without(after, step.stepId),
  );
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
