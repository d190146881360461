import { TaskState } from '@a2a-js/sdk';
import type { A2aStatus } from '../../harness/facts.ts';

/** Our statuses and the protocol's states; for a state with two statuses, the first counts. */
const PAIRS: readonly (readonly [A2aStatus, TaskState])[] = [
  ['submitted', TaskState.TASK_STATE_SUBMITTED],
  ['initializing', TaskState.TASK_STATE_SUBMITTED],
  ['working', TaskState.TASK_STATE_WORKING],
  ['completed', TaskState.TASK_STATE_COMPLETED],
  ['failed', TaskState.TASK_STATE_FAILED],
  ['canceled', TaskState.TASK_STATE_CANCELED],
  ['input-required', TaskState.TASK_STATE_INPUT_REQUIRED],
  ['rejected', TaskState.TASK_STATE_REJECTED],
  ['auth-required', TaskState.TASK_STATE_AUTH_REQUIRED],
];

/** Our status for a state of the protocol. */
export function statusOf(state: TaskState | undefined): A2aStatus {
  return PAIRS.find((pair) => pair[1] === state)?.[0] ?? 'unknown';
}

/** The protocol's state for our status. */
export function taskStateOf(status: A2aStatus): TaskState {
  return PAIRS.find((pair) => pair[0] === status)?.[1] ?? TaskState.TASK_STATE_UNSPECIFIED;
}
