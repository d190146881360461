import { StepGraph } from '../graph/ready-steps.ts';
import { evidenceText } from '../plan/evidence.ts';
import type { Plan, PlanStep, StepStatus } from '../plan/plan.ts';
import { NOTE_RULE, notedPriority, USUAL_PRIORITY } from './task-master-plan.ts';

const STATUSES: Readonly<Record<StepStatus, string>> = {
  pending: 'pending',
  in_progress: 'in-progress',
  blocked: 'blocked',
  done: 'done',
};

/**
 * The plan as a tasks.json of task-master. Parts become subtasks; those cannot nest there, so parts of parts are
 * next to them. `at` is the time of the export, ISO 8601.
 */
export function taskMasterExport(plan: Plan, at: string): string {
  const graph = new StepGraph(plan);
  const ids = new Map<string, string>();
  const tasks = graph.roots.map((root, i) => ({ root, id: i + 1, parts: partsBelow(graph, root) }));
  for (const { root, id, parts } of tasks) {
    ids.set(root.stepId, String(id));
    for (const [n, { stepId }] of parts.entries()) ids.set(stepId, `${id}.${n + 1}`);
  }
  const dependenciesOf = ({ blockedBy = [] }: PlanStep) =>
    blockedBy.flatMap((stepId) => ids.get(stepId) ?? []);
  const master = {
    tasks: tasks.map(({ root, id, parts }) => ({
      ...taskOf({ ...root, notes: root.notes.filter((note) => notedPriority(note) === undefined) }, ids),
      id,
      priority: root.notes.flatMap((note) => notedPriority(note) ?? [])[0] ?? USUAL_PRIORITY,
      // Tasks depend on tasks by number, on subtasks by text.
      dependencies: dependenciesOf(root).map((other) => (other.includes('.') ? other : Number(other))),
      subtasks: parts.map((part, n) => ({
        ...taskOf(
          part,
          ids,
          dependenciesOf(part).filter((other) => isSubtask(other, parts)),
        ),
        id: n + 1,
        dependencies: dependenciesOf(part).filter((other) => !isSubtask(other, parts)),
      })),
    })),
    metadata: { created: at, updated: at, description: plan.objective },
  };
  return `${JSON.stringify({ master }, null, 2)}\n`;
}

function partsBelow(graph: StepGraph, { stepId }: PlanStep): readonly PlanStep[] {
  return graph.partsOf(stepId).flatMap((part) => [part, ...partsBelow(graph, part)]);
}

/** Whether a task's number would be mistaken for that of a subtask next to it. */
function isSubtask(id: string, parts: readonly PlanStep[]): boolean {
  return !id.includes('.') && Number(id) <= parts.length;
}

function taskOf(step: PlanStep, ids: ReadonlyMap<string, string>, after: readonly string[] = []): object {
  const { title, details, status, notes, evidence = [], discoveredFrom = [], related = [] } = step;
  const named = (stepIds: readonly string[]) => stepIds.map((id) => `task ${ids.get(id) ?? id}`).join(', ');
  const texts = [
    ...notes,
    ...evidence.map(evidenceText),
    ...(after.length > 0 ? [`After ${after.map((id) => `task ${id}`).join(', ')}.`] : []),
    ...(discoveredFrom.length > 0 ? [`Discovered from ${named(discoveredFrom)}.`] : []),
    ...(related.length > 0 ? [`Related to ${named(related)}.`] : []),
  ];
  return {
    title,
    description: details ?? '',
    details: texts.join(NOTE_RULE),
    testStrategy: '',
    status: STATUSES[status],
  };
}
