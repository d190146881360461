import type { StreamResponse } from '@a2a-js/sdk';
import type { PublicMessage } from '../../harness/ledger.ts';
import type { A2aArtifact } from '../../host/a2a/facts.ts';
import { isSettled } from '../../host/a2a/status-kinds.ts';
import type { A2aTask } from '../../host/a2a/task-book.ts';
import type { LiveTasks } from './live-tasks.ts';
import { artifactUpdateView, type FilePlace, taskView, updateView } from './task-view.ts';

interface Change {
  readonly task: A2aTask;
  /** What was made, in its new version. */
  readonly made: readonly A2aArtifact[];
  /** What was said with it, if anything. */
  readonly message: PublicMessage | undefined;
  /** Whether there is more to tell than what was made. */
  readonly isStatus: boolean;
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
  let seen = task.messages.at(-1)?.seq ?? 0;
  let before = task;
  const stopWatching = tasks.watch((changed) => {
    if (changed.id !== taskId) return;
    const last = changed.messages.at(-1);
    const latest = last && last.seq > seen ? last : undefined;
    seen = last?.seq ?? seen;
    const { artifacts } = before;
    changes.push({
      task: changed,
      made: changed.artifacts.filter((artifact) => !artifacts.includes(artifact)),
      message: latest?.type === 'remote_sent' ? latest : undefined,
      isStatus: latest !== undefined || changed.status !== before.status,
    });
    before = changed;
    wake();
  });
  const gone = (): void => wake();
  signal.addEventListener('abort', gone, { once: true });
  try {
    // No change can come between the two: both look at the same moment.
    const { status } = task;
    yield { payload: { $case: 'task', value: await taskView(task, files, { historyLength }) } };
    if (isSettled(status)) return;
    while (!signal.aborted) {
      const change = changes.shift();
      if (change === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      for (const made of change.made) yield await artifactUpdateView(change.task, made, files);
      if (!change.isStatus) continue;
      yield await updateView(change.task, change.message, files);
      if (isSettled(change.task.status)) return;
    }
  } finally {
    stopWatching();
    signal.removeEventListener('abort', gone);
  }
}
