import type { TaskEvent, TaskPolicy } from '../facts.ts';
import type { Task } from '../state/planner-state.ts';

/** The next attempt at a failed task, if the policy of its kind or of the plan allows one. */
export function scheduledRetry(
  { id, kind, retries = 0 }: Task,
  { kinds = {}, retry: usual }: TaskPolicy,
  { error, failureClass }: { readonly error: string; readonly failureClass: string | undefined },
): Extract<TaskEvent, { type: 'TaskRetryScheduled' }> | undefined {
  const retry = kinds[kind]?.retry ?? usual;
  const attempt = retries + 2;
  if (retry === undefined || failureClass === undefined || !retry.retryOn.includes(failureClass))
    return undefined;
  if (attempt > retry.maxAttempts) return undefined;
  const delayMs = Math.min(retry.maxDelayMs, retry.baseDelayMs * 2 ** (attempt - 2));
  return { type: 'TaskRetryScheduled', taskId: id, attempt, delayMs, error };
}
