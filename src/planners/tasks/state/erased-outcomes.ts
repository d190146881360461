import type { TaskFold } from '../task-fold.ts';
import { isFinished, type Task } from './planner-state.ts';

/** Erased outcomes, as long as their tasks are unknown. */
export interface ErasedOutcomes {
  readonly count: number;
  /** The tasks that were running when one of them was recorded, and have no later fact. */
  readonly candidates: readonly number[];
}

/** The placeholder of an erased outcome. */
export const ERASED_OUTCOME = 'The result was erased.';
/** The placeholder of an erased task text. */
export const ERASED_TASK = 'The description of this task was erased. Say what to do.';
/** The placeholder of an outcome that repeats text erased while the task ran. */
export const UNRECORDED_OUTCOME = 'It repeats something that was erased while it ran, and is not kept.';
/** The placeholder of an erased question. */
export const ERASED_QUESTION = 'The question was erased. Say how to continue.';

/** Counts more erased outcomes. */
export function moreErased(
  { count, candidates }: ErasedOutcomes = { count: 0, candidates: [] },
  running: Iterable<number>,
  outcomes: number,
): ErasedOutcomes {
  return { count: count + outcomes, candidates: [...new Set([...candidates, ...running])] };
}

/** The remaining ones after one was attributed to this task. */
export function lessErased(
  { count, candidates }: ErasedOutcomes,
  taskId: number,
): ErasedOutcomes | undefined {
  return count > 1 ? { count: count - 1, candidates: candidates.filter((id) => id !== taskId) } : undefined;
}

/** The remaining ones after a later fact about a task, which shows that none of them ended it. */
export function stillErased({ count, candidates }: ErasedOutcomes, taskId: number): ErasedOutcomes {
  return { count, candidates: candidates.filter((id) => id !== taskId) };
}

/**
 * The task that would have prevented this dispatch. As the dispatch happened, that task must have ended: the handler
 * starts tasks in order, after their dependencies, within the limit of parallel tasks, and none while a question is
 * open.
 */
export function obstacleTo(next: Task, fold: TaskFold): Task | undefined {
  const needed = next.dependsOn?.map((id) => fold.task(id)).find((task) => task && !isFinished(task));
  if (needed !== undefined || wasBegun(next)) return needed;
  const underWay = fold.underWay();
  if (fold.waiting) return underWay.find(({ status }) => status === 'NeedsClarification');
  if (fold.busy >= (fold.policy.parallel ?? 1)) return underWay.find(({ status }) => status === 'Running');
  const ready = fold.nextReady();
  return ready !== undefined && ready.id < next.id ? ready : undefined;
}

/** The end of a task whose outcome was erased: one that never started was cancelled, unless `next` needed it. */
export function endOf(task: Task, next?: Task): Pick<Task, 'status' | 'result' | 'isTakenForEnded'> {
  const isDone = wasBegun(task) || next?.dependsOn?.includes(task.id);
  return { status: isDone ? 'Completed' : 'Cancelled', result: ERASED_OUTCOME, isTakenForEnded: true };
}

function wasBegun({ status, retry, clarifications }: Task): boolean {
  return status !== 'Planned' || retry !== undefined || clarifications !== undefined;
}

/** The remaining tasks, if as many outcomes were erased as they could have had: no later fact will mention them. */
export function endedAtLast({ count, candidates }: ErasedOutcomes, fold: TaskFold): readonly Task[] {
  const left = fold.underWay().filter(({ id, status }) => status === 'Running' && candidates.includes(id));
  return left.length === fold.unfinished && left.length <= count ? left : [];
}
