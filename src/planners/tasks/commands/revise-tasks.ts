import { invalidCommand, type PlannerError } from '../error.ts';
import type { KindPolicies, PlannedTask, TaskAttachment, TaskKind } from '../facts.ts';
import { parseTasks } from '../parse/parse-tasks.ts';
import { attachmentsIn } from '../parse/spans/attachments.ts';
import { isFinished, type Task } from '../state/planner-state.ts';
import type { TaskFold } from '../task-fold.ts';
import { kindInText, kindNamed } from './task-kinds.ts';

/** The reason of tasks that were cancelled because a dependency failed; they restart together with it. */
export const DEPENDENCY_FAILED = 'Not carried out: a task that it depends on did not complete.';

/** A change of a task that has not started, or is to be retried. */
export interface TaskChange {
  readonly taskId: number;
  readonly description?: string | undefined;
  readonly kind?: TaskKind | undefined;
  readonly attachments?: readonly TaskAttachment[] | undefined;
  readonly dependsOn?: readonly number[] | undefined;
}

type Plan = Pick<TaskFold, 'task' | 'tasks' | 'nextId' | 'policy'>;

/**
 * The changed tasks by id, including those that were cancelled only because one of them had failed. A change without
 * fields retries a task. Throws an `InvalidCommand` for running tasks.
 */
export function revisedTasks(plan: Plan, changes: readonly TaskChange[]): readonly PlannedTask[] {
  const revised = new Map<number, PlannedTask>();
  for (const change of changes) {
    const task = plan.task(change.taskId);
    if (task === undefined)
      throw refused(`Task ${change.taskId} was summarised and can no longer be changed.`);
    if (!isOpen(task)) throw refused(`Task ${task.id} is ${task.status} and cannot be changed now.`);
    revised.set(task.id, changed(revised.get(task.id) ?? planned(task), change, plan));
  }
  for (const task of begunAgainWith(plan, revised)) revised.set(task.id, planned(task));
  for (const { id } of revised.values()) refuseCircle(id, plan, revised);
  return [...revised.values()].toSorted((a, b) => a.id - b.id);
}

/** The tasks that depend on one, without that dependency: they start as if it were done. */
export function withoutDependency(plan: Plan, taskId: number): readonly TaskChange[] {
  return plan
    .tasks()
    .filter((task) => task.dependsOn?.includes(taskId) && isOpen(task) && task.status !== 'Failed')
    .map(({ id, dependsOn = [] }) => ({
      taskId: id,
      dependsOn: dependsOn.filter((each) => each !== taskId),
    }));
}

function isOpen(task: Task): boolean {
  return (
    (task.status === 'Planned' && task.retry === undefined) ||
    task.status === 'Failed' ||
    task.status === 'Cancelled'
  );
}

function planned({ id, description, kind, attachments, dependsOn }: Task): PlannedTask {
  return { id, description, kind, attachments, ...(dependsOn && { dependsOn }) };
}

function changed(task: PlannedTask, change: TaskChange, plan: Plan): PlannedTask {
  const { description, kind, attachments, dependsOn } = change;
  const { dependsOn: before, ...rest } = task;
  const needed = dependsOn === undefined ? before : neededBy(task.id, dependsOn, plan);
  return {
    ...rest,
    ...(description !== undefined &&
      description !== task.description &&
      describedTask(description, plan.policy.kinds)),
    ...(kind !== undefined && { kind: kindNamed(kind, plan.policy.kinds) }),
    ...(attachments !== undefined && { attachments }),
    ...(needed && needed.length > 0 && { dependsOn: needed }),
  };
}

/** A task with this text, of the kind that the text names. */
export function describedTask(
  description: string,
  kinds: KindPolicies = {},
): Pick<PlannedTask, 'description' | 'kind' | 'attachments'> {
  const [first, ...others] = parseTasks(description);
  const only = others.length === 0 ? first : undefined;
  const kind = only?.kind ?? 'Processing';
  return {
    kind,
    description,
    ...kindInText({ description }, kinds),
    attachments: attachmentsIn(description),
  };
}

function neededBy(id: number, dependsOn: readonly number[], { nextId }: Plan): readonly number[] {
  const unknown = dependsOn.find((needed) => needed < 1 || needed >= nextId || needed === id);
  if (unknown !== undefined)
    throw refused(`Task ${id} cannot depend on ${unknown}, which is not another task of this plan.`);
  return [...new Set(dependsOn)].toSorted((a, b) => a - b);
}

/** The tasks that were cancelled, directly or indirectly, because one of these had failed. */
function begunAgainWith(plan: Plan, revised: ReadonlyMap<number, PlannedTask>): readonly Task[] {
  const again = new Set([...revised.keys()].filter((id) => isEnded(plan.task(id))));
  const found: Task[] = [];
  if (again.size === 0) return found;
  for (let isMore = true; isMore; ) {
    const more = plan
      .tasks()
      .filter((task) => task.status === 'Cancelled' && task.result === DEPENDENCY_FAILED)
      .filter(({ id, dependsOn = [] }) => !again.has(id) && dependsOn.some((needed) => again.has(needed)));
    for (const task of more) again.add(task.id);
    found.push(...more.filter(({ id }) => !revised.has(id)));
    isMore = more.length > 0;
  }
  return found;
}

function isEnded(task: Task | undefined): boolean {
  return task !== undefined && isFinished(task);
}

function refuseCircle(start: number, plan: Plan, revised: ReadonlyMap<number, PlannedTask>): void {
  const needs = (id: number) => (revised.get(id) ?? plan.task(id))?.dependsOn ?? [];
  const seen = new Set<number>();
  const queue = [...needs(start)];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (id === start) throw refused(`Task ${start} would depend on itself, through other tasks.`);
    if (seen.has(id)) continue;
    seen.add(id);
    queue.push(...needs(id));
  }
}

function refused(summary: string): PlannerError {
  return invalidCommand(summary, 'Correct the change, or wait until the task has ended.');
}
