import { type Task, TaskState } from '@a2a-js/sdk';
import { sha256 } from '../../journal/integrity/sha256.ts';
import type { MessagePlace } from './accepted-messages.ts';
import type { RemoteAgent } from './remote-agent.ts';

/** The context of a message that begins a conversation: the same whenever it is sent, so that its task can be found by it. */
export function contextOfFirst(messageId: string): string {
  return `context-${sha256(messageId).slice(0, 32)}`;
}

/** Whether an agent refuses a message for what it says, as one does that takes contexts of its own making only. */
export function isMalformed(error: unknown): boolean {
  return error instanceof Error && 'reason' in error && REFUSALS.has(error.reason);
}

const REFUSALS: ReadonlySet<unknown> = new Set(['INVALID_PARAMS', 'UNSUPPORTED_OPERATION']);

/**
 * Where an agent has put a message that began a task, though nobody could record that; `undefined` when it has none, or cannot
 * tell. A context that we made up for the message holds nothing else, also with an agent that keeps no history.
 */
export async function findBegunTask(
  { client }: RemoteAgent,
  messageId: string,
  { contextId, signal }: { readonly contextId: string | undefined; readonly signal: AbortSignal },
): Promise<MessagePlace | undefined> {
  const isOurs = contextId === undefined;
  const asked = contextId ?? contextOfFirst(messageId);
  try {
    const { tasks } = await client.listTasks({ ...LIST, contextId: asked }, { signal });
    for (const { id, contextId } of tasks) {
      if (contextId !== asked) continue;
      if (isOurs || hasMessage(await client.getTask({ id, tenant: '' }, { signal }), messageId))
        return { taskId: id, contextId };
    }
  } catch {
    // An agent of an older protocol, or one that lists nothing: the message goes out again under its id.
    signal.throwIfAborted();
  }
  return undefined;
}

const LIST = {
  tenant: '',
  status: TaskState.TASK_STATE_UNSPECIFIED,
  pageToken: '',
  statusTimestampAfter: undefined,
};

/** Whether a message is in the history of a task. */
export function hasMessage({ history }: Task, messageId: string): boolean {
  return history.some((message) => message.messageId === messageId);
}
