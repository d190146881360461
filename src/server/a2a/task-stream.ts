import type { StreamResponse } from '@a2a-js/sdk';
import type { PublicMessage } from '../../harness/ledger.ts';
import { isSettled } from '../../host/a2a/status-kinds.ts';
import type { A2aTask } from '../../host/a2a/task-book.ts';
import type { LiveTasks } from './live-tasks.ts';
import { type FilePlace, taskView, updateView } from './task-view.ts';

interface Change {
  readonly task: A2aTask;
  /** What was said with it, if anything. */
  readonly message: PublicMessage | undefined;
}

/** What a stream tells of. */
export interface TaskStreamOptions {
  readonly tasks: LiveTasks;
  readonly files: FilePlace;
  readonly signal: AbortSignal;
  readonly historyLength?: number | undefined;
}

/** A task as it is, and then every change, until it is the caller's turn, the end, or the caller is gone. */
export async function* taskStream(
  taskId: string,
  { tasks, files, signal, historyLength }: TaskStreamOptions,
): AsyncGenerator<StreamResponse, void, undefined> {
  const changes: Change[] = [];
  let wake = (): void => {};
  const task = tasks.book.find(taskId);
  if (task === undefined) return;
  let seen = task.messages.length;
  const stopWatching = tasks.watch((changed) => {
    if (changed.id !== taskId) return;
    const latest = changed.messages.length > seen ? changed.messages.at(-1) : undefined;
    seen = changed.messages.length;
    changes.push({ task: changed, message: latest?.type === 'remote_sent' ? latest : undefined });
    wake();
  });
  const gone = (): void => wake();
  signal.addEventListener('abort', gone, { once: true });
  try {
    // No change can come between the two: both look at the same moment.
    const { status } = task;
    yield { payload: { $case: 'task', value: await taskView(task, files, historyLength) } };
    if (isSettled(status)) return;
    while (!signal.aborted) {
      const change = changes.shift();
      if (change === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      yield await updateView(change.task, change.message, files);
      if (isSettled(change.task.status)) return;
    }
  } finally {
    stopWatching();
    signal.removeEventListener('abort', gone);
  }
}
