import { type ListTasksRequest, type ListTasksResponse, TaskState } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import type { A2aTask } from '../../host/a2a/published/published-tasks.ts';
import { taskStateOf } from '../../host/a2a/task-state.ts';

const DEFAULT_PAGE = 50;
const MAX_PAGE = 100;

/** A page of tasks, the most recently changed first. */
export function listedTasks(
  tasks: readonly A2aTask[],
  { contextId, status, pageSize = DEFAULT_PAGE, pageToken, statusTimestampAfter }: ListTasksRequest,
): Pick<ListTasksResponse, 'nextPageToken' | 'pageSize' | 'totalSize'> & {
  readonly page: readonly A2aTask[];
} {
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > MAX_PAGE) {
    throw new RequestMalformedError(`pageSize: must be from 1 to ${MAX_PAGE}`);
  }
  const after = statusTimestampAfter === undefined ? undefined : Date.parse(statusTimestampAfter);
  if (Number.isNaN(after)) throw new RequestMalformedError('statusTimestampAfter: must be a date and time');
  const found = tasks
    .filter(
      (task) =>
        (contextId === '' || task.contextId === contextId) &&
        (status === TaskState.TASK_STATE_UNSPECIFIED || taskStateOf(task.status) === status) &&
        (after === undefined || Date.parse(task.since) >= after),
    )
    .reverse()
    .sort((a, b) => Date.parse(b.since) - Date.parse(a.since));
  const from = pageToken === '' ? 0 : found.findIndex(({ id }) => id === pageToken);
  if (from < 0) throw new RequestMalformedError('pageToken: is of another list');
  const page = found.slice(from, from + pageSize);
  const nextPageToken = found[from + pageSize]?.id ?? '';
  return { page, nextPageToken, pageSize: page.length, totalSize: found.length };
}
