import type { Message } from '@a2a-js/sdk';
import { RequestMalformedError, TaskNotFoundError, UnsupportedOperationError } from '@a2a-js/sdk/errors';
import type { Ledger } from '../../harness/ledger.ts';
import { isFinal } from '../../harness/status-kinds.ts';
import type { AnswerBook } from '../../host/a2a/answer-book.ts';
import { contentOf } from '../../host/a2a/message-content.ts';
import type { PublishedState } from '../../host/a2a/published-state.ts';
import type { AppliedSetup } from '../../host/a2a/recorded-setup.ts';
import type { A2aTask, TaskBook } from '../../host/a2a/task-book.ts';
import type { NewId } from '../../journal/clock.ts';
import { isWayfoldError } from '../../journal/error.ts';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';
import type { LiveTasks } from './live-tasks.ts';

/**
 * Records a message from outside, with its files, and gives our side the turn: a planner that writes drafts by the status,
 * any other by what the message is to it. One that is there already changes nothing. Resolves to the task it is in.
 */
export async function receiveMessage(
  journal: Journal<Envelope>,
  tasks: LiveTasks,
  message: Message,
  newId: NewId,
): Promise<A2aTask> {
  const known = tasks.book.taskOfMessage(message.messageId);
  if (known) return known;
  // Before anything is stored: what is refused leaves nothing behind.
  placeFor(message, tasks.book);
  const { text, attachments, added } = await contentOf(message.parts, journal, { between: '\n\n' });
  const { messageId } = message;
  const received = {
    type: 'remote_received',
    messageId,
    text,
    ...(attachments.length > 0 && { attachments }),
  };
  await tasks.decide((state, setup) =>
    arrival(message, {
      state,
      newId,
      content: [...added, received],
      turn: () => (state.answers ? meaningOf(message, text, state.answers, setup) : turnOf(state.ledger)),
    }),
  );
  const task = tasks.book.taskOfMessage(messageId);
  if (task === undefined) throw new UnsupportedOperationError('The task has ended meanwhile.');
  return task;
}

function arrival(
  message: Message,
  {
    state: { tasks: book, ledger },
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
  if (book.taskOfMessage(messageId)) return [];
  if (ledger.hasMessage(messageId)) {
    throw new RequestMalformedError(
      `messageId: ${messageId} was used before, by this side or outside of any task`,
    );
  }
  const opened =
    placeFor(message, book) === undefined
      ? [{ type: 'a2a_task_opened', taskId: newId('task'), contextId: contextId || newId('context') }]
      : [];
  return [...opened, ...content, ...turn()];
}

function turnOf({ status }: Ledger): readonly ProposedFact[] {
  return status === 'input-required' ? [] : [{ type: 'status_changed', a2a: 'input-required' }];
}

/** What cannot be said now is the caller's mistake, and they may know which. */
function meaningOf(
  { parts, messageId: key }: Message,
  text: string,
  answers: AnswerBook,
  setup: AppliedSetup,
): readonly ProposedFact[] {
  const [data, ...more] = parts.flatMap(({ content }) => (content?.$case === 'data' ? [content.value] : []));
  try {
    const words = { text, numbered: true, ...(more.length === 0 && { data }) };
    return answers.meaningOf(words, setup, { by: 'a2a', key });
  } catch (error) {
    if (!isWayfoldError(error)) throw error;
    throw new RequestMalformedError(`message: ${error.summary}`);
  }
}

/**
 * The open task a message goes to; `undefined` when it begins one. A session is one conversation: while a task is open,
 * what does not name it is somebody else's, and must not get into it.
 */
function placeFor({ taskId, contextId }: Message, book: TaskBook): A2aTask | undefined {
  const { current } = book;
  const open = current && !isFinal(current.status) ? current : undefined;
  if (taskId !== '') {
    const named = book.find(taskId);
    if (named === undefined) throw new TaskNotFoundError(`Task not found: ${taskId}`);
    if (named.id !== open?.id) {
      throw new UnsupportedOperationError(`Task ${taskId} is ${named.status} and takes no more messages.`);
    }
    if (contextId !== '' && contextId !== named.contextId) {
      throw new RequestMalformedError(`contextId: task ${taskId} is in another context`);
    }
    return named;
  }
  if (open === undefined) return undefined;
  if (contextId === open.contextId) return open;
  throw new UnsupportedOperationError(
    'This agent is in a conversation. Name its task to go on with it, or come back when it has ended.',
  );
}
