import type { StreamResponse } from '@a2a-js/sdk';
import type { PublicMessage } from '../../harness/ledger.ts';
import { isSettled } from '../../harness/status-kinds.ts';
import type { A2aArtifact } from '../../host/a2a/facts.ts';
import type { A2aTask } from '../../host/a2a/task-book.ts';
import type { LiveTasks } from './live-tasks.ts';
import { artifactUpdateView, type FilePlace, taskView, updateView } from './task-view.ts';

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
  const changes: A2aTask[] = [];
  let wake = (): void => {};
  const task = tasks.book.find(taskId);
  if (task === undefined) return;
  let before = task;
  const stopWatching = tasks.watch((changed, restarted) => {
    if (changed.id !== taskId) return;
    // What waits to be told may hold what was erased.
    if (restarted) changes.length = 0;
    changes.push(changed);
    wake();
  });
  const gone = (): void => wake();
  signal.addEventListener('abort', gone, { once: true });
  try {
    // No change can come between the two: both look at the same moment.
    yield { payload: { $case: 'task', value: await taskView(task, files, { historyLength }) } };
    if (isSettled(task.status)) return;
    while (!signal.aborted) {
      const change = changes.shift();
      if (change === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      const { made, message, isStatus } = difference(before, change);
      before = change;
      for (const artifact of made) yield await artifactUpdateView(change, artifact, files);
      if (!isStatus) continue;
      yield await updateView(change, message, files);
      if (isSettled(change.status)) return;
    }
  } finally {
    stopWatching();
    signal.removeEventListener('abort', gone);
  }
}

/** What there is to tell of a change: what was made, in its new version, what was said, and whether that is all. */
function difference(
  { artifacts, messages, status }: A2aTask,
  changed: A2aTask,
): {
  readonly made: readonly A2aArtifact[];
  readonly message: PublicMessage | undefined;
  readonly isStatus: boolean;
} {
  const last = changed.messages.at(-1);
  const latest = last && last.seq > (messages.at(-1)?.seq ?? 0) ? last : undefined;
  const isKnown = (made: A2aArtifact) =>
    artifacts.some(({ artifactId, sha256 }) => artifactId === made.artifactId && sha256 === made.sha256);
  return {
    made: changed.artifacts.filter((made) => !isKnown(made)),
    message: latest?.type === 'remote_sent' ? latest : undefined,
    isStatus: latest !== undefined || changed.status !== status,
  };
}
