import type { StreamResponse } from '@a2a-js/sdk';
import type { A2aStatus } from '../../../harness/facts.ts';
import type { Timer } from '../../../kernel/timer.ts';
import type { RemoteAgent } from './remote-agent.ts';
import { isOver, type TaskReader } from './task-reader.ts';

/** Options for following a task. */
export interface FollowOptions {
  readonly agent: RemoteAgent;
  readonly taskId: string;
  readonly reader: TaskReader;
  readonly timer: Timer;
  readonly signal: AbortSignal;
  /** A stream that is already open. */
  readonly events?: AsyncIterable<StreamResponse>;
  /** Called for every failure; all are retried. */
  readonly onError?: (error: unknown) => void;
}

const FIRST_WAIT_MS = 250;
const LAST_WAIT_MS = 30_000;
const LAST_POLL_MS = 5000;

/**
 * Follows a task to its end. A broken stream is reopened after reading the whole task, which contains the messages in
 * between. Resolves to the last state, `unknown` if the agent no longer knows the task.
 */
export async function followTask(options: FollowOptions): Promise<A2aStatus | undefined> {
  const { agent, taskId, reader, timer, signal, onError } = options;
  const request = { id: taskId, tenant: '' };
  let { events } = options;
  let waitMs = FIRST_WAIT_MS;
  for (;;) {
    const failures: unknown[] = [];
    try {
      events ??= agent.streaming ? agent.client.resubscribeTask(request, { signal }) : undefined;
      let status: A2aStatus | undefined;
      let isHeard = false;
      for await (const event of events ?? []) {
        status = (await reader.take(event)) ?? status;
        isHeard = true;
        if (isOver(status)) return status;
      }
      if (isHeard) waitMs = FIRST_WAIT_MS;
    } catch (error) {
      failures.push(error);
    }
    events = undefined;
    if (signal.aborted) return undefined;
    try {
      const task = await agent.client.getTask(request, { signal });
      const status = await reader.take({ payload: { $case: 'task', value: task } });
      if (isOver(status)) return status;
    } catch (error) {
      if (isTaskUnknown(error)) return 'unknown';
      failures.push(error);
    }
    if (signal.aborted) return undefined;
    for (const error of failures) onError?.(error);
    if (!(await passed(waitMs, timer, signal))) return undefined;
    waitMs = Math.min(waitMs * 2, agent.streaming ? LAST_WAIT_MS : LAST_POLL_MS);
  }
}

/** Whether the agent says that it does not know the task. */
export function isTaskUnknown(error: unknown): boolean {
  return error instanceof Error && 'reason' in error && error.reason === 'TASK_NOT_FOUND';
}

/** Resolves to whether the time passed without being aborted. */
function passed(ms: number, timer: Timer, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const stop = (): void => {
    cancel();
    resolve(false);
  };
  const cancel = timer.after(ms, () => {
    signal.removeEventListener('abort', stop);
    resolve(true);
  });
  signal.addEventListener('abort', stop, { once: true });
  return promise;
}
