import { type Task, TaskState } from '@a2a-js/sdk';
import { sha256 } from '../../../journal/integrity/sha256.ts';
import type { MessagePlace } from './accepted-messages.ts';
import type { RemoteAgent } from './remote-agent.ts';

/** The context of a message that starts a conversation: the same on every attempt, so that its task can be found. */
export function contextOfFirst(messageId: string): string {
  return `context-${sha256(messageId).slice(0, 32)}`;
}

/** Whether an agent refuses a message as malformed, as one that accepts only its own context ids does. */
export function isMalformed(error: unknown): boolean {
  return error instanceof Error && 'reason' in error && REFUSALS.has(error.reason);
}

const REFUSALS: ReadonlySet<unknown> = new Set(['INVALID_PARAMS', 'UNSUPPORTED_OPERATION']);

/**
 * The task that a message started at an agent, although that could not be recorded; `undefined` if there is none,
 * or it cannot be found out. A context that we created for the message contains nothing else, even if the agent
 * keeps no history.
 */
export async function findStartedTask(
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
    // An older agent, or one that lists nothing: the message is sent again under its id.
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
