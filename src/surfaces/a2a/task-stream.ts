import type { StreamResponse } from '@a2a-js/sdk';
import type { PublicMessage } from '../../harness/conversation/ledger.ts';
import { isSettled } from '../../harness/conversation/task-status.ts';
import type { A2aTask } from '../../host/a2a/published/published-tasks.ts';
import { artifactUpdateView, type TaskPlace, taskView, updateView } from './task-view.ts';

/** Streams a task and then its changes, until it is the caller's turn, the task ends, or the client disconnects. */
export async function* taskStream(
  taskId: string,
  place: TaskPlace,
  { signal, historyLength }: { readonly signal: AbortSignal; readonly historyLength?: number | undefined },
): AsyncGenerator<StreamResponse, void, undefined> {
  const { tasks } = place;
  let shown = tasks.now.find(taskId);
  if (shown === undefined) return;
  let wake = (): void => {};
  const changed = (): void => wake();
  const stopWatching = tasks.watch(changed);
  signal.addEventListener('abort', changed, { once: true });
  try {
    yield { payload: { $case: 'task', value: await taskView(shown, place, { historyLength }) } };
    while (!isSettled(shown.status) && !signal.aborted) {
      // Reads the current state instead of the state at the event, so that content erased since is not sent.
      const now = tasks.now.find(taskId);
      if (now === undefined || now === shown) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      for (const artifact of await newArtifacts(shown, now, place))
        yield artifactUpdateView(now, artifact, place);
      for (const { message, ...update } of updates(shown, now)) {
        yield await updateView(update, message?.type === 'remote_sent' ? message : undefined, place);
        if (isSettled(update.status)) return;
      }
      shown = now;
    }
  } finally {
    stopWatching();
    signal.removeEventListener('abort', changed);
  }
}

async function newArtifacts({ artifacts }: A2aTask, now: A2aTask, { tasks }: TaskPlace) {
  const isKnown = (id: string, hash: string) =>
    artifacts.some(({ artifactId, sha256 }) => artifactId === id && sha256 === hash);
  const fresh = now.artifacts.filter(({ artifactId, sha256 }) => !isKnown(artifactId, sha256));
  return await tasks.artifactsOf({ ...now, artifacts: fresh });
}

/** The task after each of its new messages, so that no turn in between is missed. */
function updates(
  { messages, status }: A2aTask,
  now: A2aTask,
): readonly (A2aTask & { readonly message?: PublicMessage })[] {
  const known = messages.at(-1)?.seq ?? 0;
  let from = now.messages.length;
  while (from > 0 && (now.messages.at(from - 1)?.seq ?? 0) > known) from -= 1;
  const fresh = now.messages.slice(from);
  if (fresh.length === 0) return now.status === status ? [] : [now];
  return fresh.map((message, at) => {
    if (at === fresh.length - 1) return { ...now, message };
    const turn = message.type === 'remote_sent' ? 'input-required' : 'working';
    return { ...now, message, status: turn, since: message.ts };
  });
}
