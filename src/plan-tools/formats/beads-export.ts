import { type LinkType, linksOf } from '../graph/step-relations.ts';
import { evidenceMarkdown } from '../plan/evidence.ts';
import type { Plan, PlanStep, StepStatus } from '../plan/plan.ts';
import { type BeadsFields, beadsFields, NOTE_AUTHOR, PLAN_LABEL } from './beads-plan.ts';

const STATUSES: Readonly<Record<StepStatus, string>> = {
  pending: 'open',
  in_progress: 'in_progress',
  blocked: 'blocked',
  done: 'closed',
};

const TYPES: Readonly<Record<LinkType, string>> = {
  blocks: 'blocks',
  parent: 'parent-child',
  'discovered-from': 'discovered-from',
  related: 'related',
};

/**
 * The plan as an issues.jsonl of beads: an epic for its objective, one issue per step. `at` is the time of the
 * export, ISO 8601.
 */
export function beadsExport(plan: Plan, at: string): string {
  const fields = new Map(plan.steps.map((step) => [step.stepId, fieldsOf(step)]));
  const idOf = (stepId: string) => fields.get(stepId)?.id ?? stepId;
  const epic = {
    id: 'wf-plan',
    title: plan.objective,
    status: plan.status === 'active' ? 'open' : 'closed',
    priority: 2,
    issue_type: 'epic',
    created_at: at,
    updated_at: at,
    ...(plan.status !== 'active' && { closed_at: at }),
    labels: [PLAN_LABEL],
  };
  const issues = plan.steps.map((step) =>
    issueOf(step, fields.get(step.stepId) ?? fieldsOf(step), { idOf, at }),
  );
  return [epic, ...issues].map((issue) => `${JSON.stringify(issue)}\n`).join('');
}

function fieldsOf({ stepId, notes }: PlanStep): BeadsFields {
  const [found] = notes.flatMap((note) => beadsFields(note) ?? []);
  return found ?? { id: `wf-${stepId.toLowerCase()}` };
}

function issueOf(
  step: PlanStep,
  { id, priority = 2, issue_type = 'task', ...fields }: BeadsFields,
  { idOf, at }: { readonly idOf: (stepId: string) => string; readonly at: string },
): object {
  const { title, details, status, notes, evidence = [], parent, stepId } = step;
  const dependencies = [
    ...(parent === undefined ? [{ other: 'wf-plan', type: 'parent-child' }] : []),
    ...linksOf(step).map(({ from, type, to }) => ({
      other: idOf(from === stepId ? to : from),
      type: TYPES[type],
    })),
  ];
  const comments = [
    ...notes.filter((note) => beadsFields(note) === undefined),
    ...evidence.map(evidenceMarkdown),
  ];
  return {
    id,
    title,
    ...(details !== null && { description: details }),
    status: STATUSES[status],
    priority,
    issue_type,
    ...fields,
    created_at: at,
    updated_at: at,
    ...(status === 'done' && { closed_at: at }),
    dependencies: dependencies.map(({ other, type }) => ({
      issue_id: id,
      depends_on_id: other,
      type,
      created_at: at,
      created_by: NOTE_AUTHOR,
    })),
    ...(comments.length > 0 && {
      comments: comments.map((text, i) => ({
        id: i + 1,
        issue_id: id,
        author: NOTE_AUTHOR,
        text,
        created_at: at,
      })),
    }),
  };
}
