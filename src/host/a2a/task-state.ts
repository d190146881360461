import { TaskState } from '@a2a-js/sdk';
import type { A2aStatus } from '../../harness/facts.ts';

/** A state of the protocol in our words. */
export function statusOf(state: TaskState | undefined): A2aStatus {
  switch (state) {
    case TaskState.TASK_STATE_SUBMITTED:
      return 'submitted';
    case TaskState.TASK_STATE_WORKING:
      return 'working';
    case TaskState.TASK_STATE_COMPLETED:
      return 'completed';
    case TaskState.TASK_STATE_FAILED:
      return 'failed';
    case TaskState.TASK_STATE_CANCELED:
      return 'canceled';
    case TaskState.TASK_STATE_INPUT_REQUIRED:
      return 'input-required';
    case TaskState.TASK_STATE_REJECTED:
      return 'rejected';
    case TaskState.TASK_STATE_AUTH_REQUIRED:
      return 'auth-required';
    default:
      return 'unknown';
  }
}

/** The same in the protocol's words. */
export function taskStateOf(status: A2aStatus): TaskState {
  switch (status) {
    case 'initializing':
    case 'submitted':
      return TaskState.TASK_STATE_SUBMITTED;
    case 'working':
      return TaskState.TASK_STATE_WORKING;
    case 'completed':
      return TaskState.TASK_STATE_COMPLETED;
    case 'failed':
      return TaskState.TASK_STATE_FAILED;
    case 'canceled':
      return TaskState.TASK_STATE_CANCELED;
    case 'input-required':
      return TaskState.TASK_STATE_INPUT_REQUIRED;
    case 'rejected':
      return TaskState.TASK_STATE_REJECTED;
    case 'auth-required':
      return TaskState.TASK_STATE_AUTH_REQUIRED;
    case 'unknown':
      return TaskState.TASK_STATE_UNSPECIFIED;
  }
}
