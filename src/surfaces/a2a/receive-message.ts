import type { Message } from '@a2a-js/sdk';
import { RequestMalformedError, TaskNotFoundError, UnsupportedOperationError } from '@a2a-js/sdk/errors';
import type { Ledger } from '../../harness/conversation/ledger.ts';
import { isFinal } from '../../harness/conversation/task-status.ts';
import { type MessageContext, meaningOf } from '../../harness/module/decide-command.ts';
import { contentOf, endOfMessage } from '../../host/a2a/message-content.ts';
import { A2A_CALLER } from '../../host/a2a/published/command-reply.ts';
import type { PublishedState } from '../../host/a2a/published/published-state.ts';
import type { A2aTask, PublishedTasks } from '../../host/a2a/published/published-tasks.ts';
import type { Session } from '../../host/session.ts';
import type { NewId } from '../../journal/clock.ts';
import { isWayfoldError } from '../../journal/error.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import type { LiveTasks } from './live-tasks.ts';

/**
 * Records an incoming message with its files, and gives our side the turn: a planner that writes drafts through the
 * status, any other through the facts its module derives from the message. A message recorded before changes nothing.
 * Resolves to its task.
 */
export async function receiveMessage(
  { journal, entry: { module } }: Session,
  tasks: LiveTasks,
  message: Message,
  newId: NewId,
): Promise<A2aTask> {
  const known = tasks.now.taskOfMessage(message.messageId);
  if (known) return known;
  // Validated first, so that a refused message leaves nothing behind.
  placeFor(message, tasks.now);
  const { text, attachments, added } = await contentOf(message.parts, journal, { between: '\n\n' }).catch(
    refuseTooLarge,
  );
  const { messageId } = message;
  const received = {
    type: 'remote_received',
    messageId,
    text,
    ...(attachments.length > 0 && { attachments }),
  };
  const decided = tasks.decide((state, at) =>
    arrival(message, {
      state,
      newId,
      content: [...added, received],
      turn() {
        const { ledger } = state.conversation;
        if (module.talks !== 'agent') return factsOf(message, text, { module, at, ledger });
        const end = endOfMessage(message);
        return end ? [{ type: 'status_changed', a2a: end }] : turnOf(ledger);
      },
    }),
  );
  await decided.catch(refuseTooLarge);
  const task = tasks.now.taskOfMessage(messageId);
  if (task === undefined) throw new UnsupportedOperationError('The task has ended in the meantime.');
  return task;
}

const TOO_LARGE: ReadonlySet<string> = new Set(['attachment-too-large', 'batch-too-large', 'fact-too-large']);

/** Content too large for a journal is the caller's error, even if the planner sets no limits. */
function refuseTooLarge(error: unknown): never {
  if (!isWayfoldError(error) || !TOO_LARGE.has(error.code)) throw error;
  throw new RequestMalformedError(`message: ${error.summary}`);
}

function arrival(
  message: Message,
  {
    state: { tasks, conversation },
    newId,
    content,
    turn,
  }: {
    readonly state: PublishedState;
    readonly newId: NewId;
    readonly content: readonly ProposedFact[];
    turn(): readonly ProposedFact[];
  },
): readonly ProposedFact[] {
  const { messageId, contextId } = message;
  if (tasks.taskOfMessage(messageId)) return [];
  if (conversation.ledger.hasMessage(messageId)) {
    throw new RequestMalformedError(
      `messageId: ${messageId} was used before, by this side or outside of any task`,
    );
  }
  const opened =
    placeFor(message, tasks) === undefined
      ? [{ type: 'a2a_task_opened', taskId: newId('task'), contextId }]
      : [];
  return [...opened, ...content, ...turn()];
}

function turnOf({ status }: Ledger): readonly ProposedFact[] {
  return status === 'input-required' ? [] : [{ type: 'status_changed', a2a: 'input-required' }];
}

/** A refusal by the planner is the caller's error, and its text may be sent. */
function factsOf(
  { parts, messageId: key }: Message,
  text: string,
  session: MessageContext,
): readonly ProposedFact[] {
  const [data, ...more] = parts.flatMap(({ content }) => (content?.$case === 'data' ? [content.value] : []));
  try {
    const words = { text, numbered: true, ...(more.length === 0 && { data }) };
    return meaningOf(session, words, { by: A2A_CALLER, key });
  } catch (error) {
    if (!isWayfoldError(error)) throw error;
    throw new RequestMalformedError(`message: ${error.summary}`);
  }
}

/** The open task of a message; `undefined` if it starts one. */
function placeFor({ taskId, contextId }: Message, tasks: PublishedTasks): A2aTask | undefined {
  const { current } = tasks;
  const open = current && !isFinal(current.status) ? current : undefined;
  if (taskId === '') {
    if (!tasks.contexts.takes(contextId)) throw new OtherContext();
    if (open === undefined || open.contextId === contextId) return open;
    throw new UnsupportedOperationError('This agent is in a conversation of another context.');
  }
  const named = tasks.find(taskId);
  if (named === undefined) throw new TaskNotFoundError(`Task not found: ${taskId}`);
  if (contextId !== '' && contextId !== named.contextId) {
    throw new RequestMalformedError(`contextId: task ${taskId} is in another context`);
  }
  if (named.id === open?.id) return named;
  throw new UnsupportedOperationError(`Task ${taskId} is ${named.status} and takes no more messages.`);
}

/** Another caller came first, so the message needs its own session. */
export class OtherContext extends Error {}
