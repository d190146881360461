import { StepGraph } from '../graph/ready-steps.ts';
import { evidenceMarkdown } from '../plan/evidence.ts';
import type { Plan, PlanStep, StepStatus } from '../plan/plan.ts';
import { BACKLOG_RULE, backlogFields, NOTES_HEADING, type PlanFile } from './backlog-plan.ts';
import { frontMatterText } from './front-matter.ts';

const STATUSES: Readonly<Record<StepStatus, string>> = {
  pending: 'To Do',
  in_progress: 'In Progress',
  blocked: 'Blocked',
  done: 'Done',
};

const LISTS = new Set(['assignee', 'labels', 'references', 'documentation', 'modified_files']);

/** The plan as tasks of Backlog.md, one file each, for its `tasks` folder. `at` is the time of the export, ISO 8601. */
export function backlogExport(plan: Plan, at: string): readonly PlanFile[] {
  const graph = new StepGraph(plan);
  const ids = new Map<string, string>();
  const name = (steps: readonly PlanStep[], lead: string) => {
    for (const [i, step] of steps.entries()) {
      const id = fieldsOf(step)?.id ?? `${lead}${i + 1}`;
      ids.set(step.stepId, id);
      name(graph.partsOf(step.stepId), `${id}.`);
    }
  };
  name(graph.roots, 'task-');
  return plan.steps.map((step) => ({
    path: `${ids.get(step.stepId)?.toLowerCase()} - ${fileTitle(step.title)}.md`,
    text: taskText(step, ids, at),
  }));
}

function fieldsOf({ notes }: PlanStep) {
  return notes.flatMap((note) => backlogFields(note) ?? [])[0];
}

/** A title that every file system accepts as a name. */
function fileTitle(title: string): string {
  const words = title.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '');
  return [...words].slice(0, 80).join('') || 'task';
}

function taskText(step: PlanStep, ids: ReadonlyMap<string, string>, at: string): string {
  const { title, details, status, notes, evidence = [], parent, blockedBy = [] } = step;
  const { discoveredFrom = [], related = [] } = step;
  const fields = new Map(fieldsOf(step)?.fields);
  const idsOf = (stepIds: readonly string[]) => stepIds.flatMap((id) => ids.get(id) ?? []);
  const created = fields.get('created_date') ?? at.slice(0, 16).replace('T', ' ');
  fields.delete('created_date');
  for (const name of ['assignee', 'labels']) fields.set(name, fields.get(name) ?? '');
  const kept = [
    ...notes.filter((note) => backlogFields(note) === undefined),
    ...evidence.map(evidenceMarkdown),
    ...(discoveredFrom.length > 0 ? [`Discovered from ${idsOf(discoveredFrom).join(', ')}.`] : []),
    ...(related.length > 0 ? [`Related to ${idsOf(related).join(', ')}.`] : []),
  ];
  return [
    '---',
    `id: ${ids.get(step.stepId)}`,
    `title: ${frontMatterText(title)}`,
    `status: ${STATUSES[status]}`,
    `created_date: '${created}'`,
    ...[...fields].flatMap(([name, text]) => fieldLines(name, LISTS.has(name) ? listOf(text) : text)),
    ...fieldLines('dependencies', idsOf(blockedBy)),
    ...(parent === undefined || !ids.has(parent) ? [] : [`parent_task_id: ${ids.get(parent)}`]),
    '---',
    ...(details === null
      ? []
      : [
          '',
          '## Description',
          '',
          '<!-- SECTION:DESCRIPTION:BEGIN -->',
          details,
          '<!-- SECTION:DESCRIPTION:END -->',
        ]),
    ...(kept.length === 0
      ? []
      : [
          '',
          `## ${NOTES_HEADING}`,
          '',
          '<!-- SECTION:NOTES:BEGIN -->',
          kept.join(BACKLOG_RULE),
          '<!-- SECTION:NOTES:END -->',
        ]),
    '',
  ].join('\n');
}

function listOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(', ');
}

function fieldLines(name: string, value: string | readonly string[]): readonly string[] {
  if (typeof value === 'string') return [`${name}: ${frontMatterText(value)}`];
  return value.length === 0
    ? [`${name}: []`]
    : [`${name}:`, ...value.map((item) => `  - ${frontMatterText(item)}`)];
}
