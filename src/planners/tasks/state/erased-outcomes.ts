import type { TaskFold } from '../task-fold.ts';
import { isFinished, type Task } from './planner-state.ts';

/** Outcomes whose facts were erased, as long as it is not clear whose they were. */
export interface ErasedOutcomes {
  readonly count: number;
  /** The tasks that ran when one of them was recorded, and that nothing was said about since. */
  readonly candidates: readonly number[];
}

/** What stands in the place of an erased outcome. */
export const ERASED_OUTCOME = 'The result was erased.';
/** What stands in the place of what was to be done, where that was erased. */
export const ERASED_TASK = 'What this task is was erased. Say what to do.';
/** What stands in the place of an outcome that repeats what was erased while the task ran. */
export const UNRECORDED_OUTCOME = 'It repeats something that was erased while it ran, and is not kept.';
/** What stands in the place of an erased question. */
export const ERASED_QUESTION = 'The question was erased. Say how to go on.';

/** One more outcome was erased, or as many as a fact was about. */
export function moreErased(
  { count, candidates }: ErasedOutcomes = { count: 0, candidates: [] },
  running: Iterable<number>,
  outcomes: number,
): ErasedOutcomes {
  return { count: count + outcomes, candidates: [...new Set([...candidates, ...running])] };
}

/** What is left to find out when one of them is known to be of this task. */
export function lessErased(
  { count, candidates }: ErasedOutcomes,
  taskId: number,
): ErasedOutcomes | undefined {
  return count > 1 ? { count: count - 1, candidates: candidates.filter((id) => id !== taskId) } : undefined;
}

/** The rest when something else was said about a task: nothing that was erased before ended it. */
export function stillErased({ count, candidates }: ErasedOutcomes, taskId: number): ErasedOutcomes {
  return { count, candidates: candidates.filter((id) => id !== taskId) };
}

/**
 * The task that would have kept another from being dispatched. As that was dispatched all the same, it had ended: the
 * handler begins tasks in their order, after those they need, not more than allowed at once, and none while a question is
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

/** How a task ended whose outcome was erased: one that was never begun was cancelled, unless `next` needed it. */
export function endOf(task: Task, next?: Task): Pick<Task, 'status' | 'result' | 'isTakenForEnded'> {
  const isDone = wasBegun(task) || next?.dependsOn?.includes(task.id);
  return { status: isDone ? 'Completed' : 'Cancelled', result: ERASED_OUTCOME, isTakenForEnded: true };
}

function wasBegun({ status, retry, clarifications }: Task): boolean {
  return status !== 'Planned' || retry !== undefined || clarifications !== undefined;
}

/** All that is left to do, when as many outcomes were erased as it could have had: nothing else will be said of it. */
export function endedAtLast({ count, candidates }: ErasedOutcomes, fold: TaskFold): readonly Task[] {
  const left = fold.underWay().filter(({ id, status }) => status === 'Running' && candidates.includes(id));
  return left.length === fold.unfinished && left.length <= count ? left : [];
}
