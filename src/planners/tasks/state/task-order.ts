import { refuse } from '../../../harness/module/refusal.ts';
import type { TaskEvent } from '../facts.ts';
import { Planner } from '../handler.ts';
import type { TasksState } from '../session-fold.ts';
import type { TaskFold } from '../task-fold.ts';
import type { Task } from './planner-state.ts';

type Plan = Pick<TaskFold, 'tasks'>;

/** The fields of a task needed for ordering. */
type Placed = Pick<Task, 'id' | 'dependsOn'>;

/**
 * Moves a task before another one, or to the end, in a plan that has not started: tasks are then renumbered.
 * Dependencies that now come after the task are reversed; everything else keeps its order.
 */
export function moved(
  { plan }: Pick<TasksState, 'plan'>,
  { taskId, before }: { readonly taskId: number; readonly before?: number | undefined },
  by: string,
): readonly TaskEvent[] {
  if (!plan.held) {
    throw refuse('The plan has started, so its tasks keep their places.', {
      fix: 'Change what a task depends on.',
    });
  }
  const planner = Planner.on(plan.draft());
  const sequence = openTasks(plan).map(({ id }) => id);
  for (const id of [taskId, ...(before === undefined ? [] : [before])]) {
    if (!sequence.includes(id)) throw refuse(`There is no task ${id} that could be moved.`);
  }
  if (taskId === before) return [];
  const others = sequence.filter((id) => id !== taskId);
  const at = before === undefined ? others.length : others.indexOf(before);
  return renumbered(planner, plan, [...others.slice(0, at), taskId, ...others.slice(at)], by, taskId);
}

/** Moves newly added tasks before another one, if the plan has not started. */
export function placedBefore(
  planner: Planner,
  plan: Plan,
  { ids, before }: { readonly ids: readonly number[]; readonly before: number | undefined },
  by: string,
): readonly TaskEvent[] {
  const rest = openTasks(plan)
    .map(({ id }) => id)
    .filter((id) => !ids.includes(id));
  const at = before === undefined ? -1 : rest.indexOf(before);
  return at === -1 ? [] : renumbered(planner, plan, [...rest.slice(0, at), ...ids, ...rest.slice(at)], by);
}

/** Tasks that have not started, by number; those done before the plan was made keep their position. */
function openTasks(plan: Plan): readonly Task[] {
  return plan.tasks().filter(({ status }) => status === 'Planned' || status === 'Cancelled');
}

/** Assigns the tasks their existing numbers in a new order. */
function renumbered(
  planner: Planner,
  plan: Plan,
  sequence: readonly number[],
  by: string,
  movedId?: number,
): readonly TaskEvent[] {
  const tasks = new Map(openTasks(plan).map((task) => [task.id, task]));
  const numbers = sequence.toSorted((a, b) => a - b);
  const numberOf = new Map(sequence.map((id, at) => [id, numbers[at] ?? id]));
  // Skipped tasks block nothing, wherever they are.
  const needs = needsInOrder(
    [...tasks.values()].filter(({ status }) => status === 'Planned'),
    sequence,
    movedId,
  );
  const changes = sequence.flatMap((id) => {
    const task = tasks.get(id);
    const taskId = numberOf.get(id) ?? id;
    const dependsOn = (needs.get(id) ?? task?.dependsOn ?? [])
      .map((each) => numberOf.get(each) ?? each)
      .toSorted((a, b) => a - b);
    if (task === undefined || (taskId === id && String(dependsOn) === String(task.dependsOn ?? [])))
      return [];
    const { description, kind, attachments, status, result } = task;
    return [{ change: { taskId, description, kind, attachments, dependsOn }, status, reason: result }];
  });
  if (changes.length === 0) return [];
  return [
    ...planner.process({ type: 'ReviseTasks', changes: changes.map(({ change }) => change), by }),
    // Skipped tasks stay skipped under their new number.
    ...changes
      .filter(({ status }) => status === 'Cancelled')
      .flatMap(({ change: { taskId }, reason }) =>
        planner.process({ type: 'CancelTask', taskId, by, ...(reason !== undefined && { reason }) }),
      ),
  ];
}

/** The dependencies of each task after a move. If order and dependency disagree, the dependency is dropped. */
export function needsInOrder(
  tasks: readonly Placed[],
  sequence: readonly number[],
  movedId?: number,
): ReadonlyMap<number, readonly number[]> {
  const needs = new Map(tasks.map(({ id, dependsOn = [] }) => [id, dependsOn]));
  if (movedId === undefined) return needs;
  const place = new Map(sequence.map((id, at) => [id, at]));
  const placeOf = (id: number) => place.get(id) ?? -1;
  const own = needs.get(movedId) ?? [];
  // Only those changed by the move: some texts name later tasks first.
  const passed = new Set(
    [...reached(movedId, needs)].filter((id) => id < movedId && placeOf(id) > placeOf(movedId)),
  );
  const overtaken = new Set(
    tasks
      .filter(({ id }) => id > movedId && placeOf(id) !== -1 && placeOf(id) < placeOf(movedId))
      .filter(({ id }) => reached(id, needs).has(movedId))
      .map(({ id }) => id),
  );
  if (passed.size + overtaken.size === 0) return needs;
  const next = new Map(
    tasks.map(({ id, dependsOn = [] }) => {
      const needed = new Set(dependsOn);
      if (id === movedId) {
        // Without those it has passed, but with their dependencies; and after those that have overtaken it.
        for (const each of passed) for (const far of needs.get(each) ?? []) needed.add(far);
        for (const each of overtaken) needed.add(each);
      } else if (passed.has(id)) needed.add(movedId);
      else if (overtaken.has(id)) for (const far of own) needed.add(far);
      else if (passed.size > 0 && needed.has(movedId)) for (const each of passed) needed.add(each);
      else if ([...overtaken].some((each) => needed.has(each))) needed.add(movedId);
      if (overtaken.has(id)) needed.delete(movedId);
      return [id, [...needed].filter((each) => !(id === movedId && (each === id || passed.has(each))))];
    }),
  );
  return new Map(
    [...next].map(([id, needed]) => {
      const before = needs.get(id) ?? [];
      const isSame = needed.length === before.length && needed.every((each) => before.includes(each));
      // Only direct dependencies, without implied ones.
      return [id, isSame ? before : needed.filter((each) => !isImplied(each, needed, next))];
    }),
  );
}

function isImplied(
  id: number,
  needed: readonly number[],
  needs: ReadonlyMap<number, readonly number[]>,
): boolean {
  return needed.some((other) => other !== id && reached(other, needs).has(id));
}

/** All direct and indirect dependencies of a task. */
function reached(id: number, needs: ReadonlyMap<number, readonly number[]>): ReadonlySet<number> {
  const found = new Set<number>();
  const queue = [...(needs.get(id) ?? [])];
  for (let each = queue.pop(); each !== undefined; each = queue.pop()) {
    if (found.has(each)) continue;
    found.add(each);
    queue.push(...(needs.get(each) ?? []));
  }
  return found;
}
