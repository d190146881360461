import { type Message, Role } from '@a2a-js/sdk';
import { decideByLedger, ledgerOf } from '../../../harness/conversation/ledger.ts';
import { isFinal, isSettled } from '../../../harness/conversation/task-status.ts';
import type { Delivery, OutgoingMessage } from '../../../harness/drafts/sender.ts';
import { causeText } from '../../../journal/error.ts';
import { systemTimer } from '../../../kernel/timer.ts';
import { A2aError } from '../error.ts';
import type { ConversationJournal } from '../facts.ts';
import { endingMetadata, partsOf } from '../message-content.ts';
import { statusOf } from '../task-state.ts';
import { type AcceptedMessages, acceptedFact, acceptedIn, type MessagePlace } from './accepted-messages.ts';
import { contextOfFirst, findStartedTask, hasMessage, isMalformed } from './arrived-message.ts';
import type { A2aConnection, TalkOptions } from './connection.ts';
import { exchange } from './exchange.ts';
import { isTaskUnknown } from './follow-task.ts';
import type { RemoteAgent } from './remote-agent.ts';
import { TaskFollower } from './task-follower.ts';

/** Starts or resumes a conversation with an agent whose card is already read. */
export async function talkTo(
  agent: RemoteAgent,
  journal: ConversationJournal,
  options: TalkOptions = {},
): Promise<A2aConnection> {
  const connection = new Connection(journal, agent, options);
  await connection.begin();
  return connection;
}

class Connection implements A2aConnection {
  readonly agent: RemoteAgent;
  readonly #journal: ConversationJournal;
  readonly #follower: TaskFollower;
  /** Drafts that were attempted here: one that seemed to fail may have arrived. */
  readonly #tried = new Set<string>();
  /** The head of the journal at the start: what was approved before may have been sent already. */
  #headAtBegin = 0;

  constructor(
    journal: ConversationJournal,
    agent: RemoteAgent,
    { timer = systemTimer, onError }: TalkOptions,
  ) {
    this.agent = agent;
    this.#journal = journal;
    this.#follower = new TaskFollower({ agent, journal, timer, onError });
  }

  async begin(): Promise<void> {
    const { head } = await decideByLedger(this.#journal, ({ status }) =>
      status === undefined ? [{ type: 'status_changed', a2a: 'input-required' }] : [],
    );
    this.#headAtBegin = head;
    const accepted = await acceptedIn(this.#journal);
    const taskId = accepted.latest?.taskId;
    if (taskId !== undefined && !isAtRest(accepted))
      this.#follower.follow({ taskId, signal: this.#follower.next() });
  }

  async deliver(message: OutgoingMessage, { signal, readAttachment }: Delivery): Promise<void> {
    const { messageId, composeId } = message;
    const accepted = await acceptedIn(this.#journal);
    const before = accepted.places.get(messageId);
    if (before !== undefined) return this.#takeUp(before, messageId);
    const open = placeOfNext(accepted);
    if (await this.#mayHaveBeenSent(composeId)) {
      const arrived = await this.#whereArrived(messageId, open, signal);
      if (arrived) {
        await this.#journal.append([acceptedFact(messageId, arrived)]);
        return this.#takeUp(arrived, messageId);
      }
    }
    const place = placeOfNext(await acceptedIn(this.#journal));
    const parts = await partsOf(message, { readAttachment });
    const outgoing: Message = {
      messageId,
      role: Role.ROLE_USER,
      parts,
      contextId: place.contextId ?? contextOfFirst(messageId),
      taskId: place.taskId ?? '',
      // An agent that knows it treats it as the end, and sends no reply.
      metadata: endingMetadata(message.nextStateHint),
      extensions: [],
      referenceTaskIds: [],
    };
    try {
      await this.#send(outgoing, signal);
    } catch (error) {
      if (place.contextId !== undefined || !isMalformed(causeOf(error))) throw error;
      await this.#send({ ...outgoing, contextId: '' }, signal);
    }
  }

  async cancel(): Promise<void> {
    const accepted = await acceptedIn(this.#journal);
    const taskId = accepted.cancelled ?? placeOfNext(accepted).taskId;
    if (taskId === undefined) throw nothingToCancel();
    try {
      const task = await this.agent.client.cancelTask(
        { id: taskId, tenant: '', metadata: undefined },
        { signal: this.#follower.closing },
      );
      await this.#follower.record(taskId, { payload: { $case: 'task', value: task } });
      if (isSettled(statusOf(task.status?.state))) this.#follower.next();
    } catch (cause) {
      throw refused(this.agent, cause);
    }
  }

  settled(): Promise<void> {
    return this.#follower.settled();
  }

  close(): Promise<void> {
    return this.#follower.close();
  }

  async #mayHaveBeenSent(composeId: string): Promise<boolean> {
    if (this.#tried.has(composeId)) return true;
    this.#tried.add(composeId);
    const approval = (await ledgerOf(this.#journal)).drafts.find(composeId)?.approval;
    return approval === undefined || approval.seq <= this.#headAtBegin;
  }

  /** Where the agent has the message, although that could not be recorded. The task may also have ended meanwhile. */
  async #whereArrived(
    messageId: string,
    { taskId, contextId }: MessagePlace,
    signal: AbortSignal,
  ): Promise<MessagePlace | undefined> {
    if (taskId === undefined) return await findStartedTask(this.agent, messageId, { contextId, signal });
    const task = await this.agent.client
      .getTask({ id: taskId, tenant: '' }, { signal })
      .catch(() => undefined);
    if (task && hasMessage(task, messageId)) return { taskId, contextId };
    if (task && isFinal(statusOf(task.status?.state)))
      await this.#follower.record(taskId, { payload: { $case: 'task', value: task } });
    return undefined;
  }

  async #send(message: Message, signal: AbortSignal): Promise<void> {
    const { messageId, taskId } = message;
    const following = this.#follower.next();
    const stop = new AbortController();
    const abort = (): void => stop.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      const { place, first, events } = await exchange(
        this.agent,
        message,
        AbortSignal.any([stop.signal, following]),
      );
      if (place === undefined) return this.#follower.answer(messageId, first);
      await this.#journal.append([acceptedFact(messageId, place)]);
      this.#follower.follow({ taskId: place.taskId, signal: following, messageId, events });
    } catch (cause) {
      signal.throwIfAborted();
      if (isTaskUnknown(cause)) await this.#follower.forget(taskId);
      else if (taskId !== '' && !isAtRest(await acceptedIn(this.#journal)))
        this.#follower.follow({ taskId, signal: this.#follower.next() });
      throw refused(this.agent, cause);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** The agent already has the message: its reply has to be received here. */
  #takeUp({ taskId }: MessagePlace, messageId: string): void {
    if (taskId !== undefined) this.#follower.follow({ taskId, signal: this.#follower.next(), messageId });
  }
}

/** Whether nothing more comes from the task until we send something. */
function isAtRest({ status }: AcceptedMessages): boolean {
  return status !== undefined && (isSettled(status) || status === 'unknown');
}

/** The open task takes the next message; after its end only the context continues. */
function placeOfNext({ latest, status }: AcceptedMessages): MessagePlace {
  const isOpen = !isFinal(status) && status !== 'unknown';
  return { taskId: isOpen ? latest?.taskId : undefined, contextId: latest?.contextId };
}

function refused({ name, url }: RemoteAgent, cause: unknown): unknown {
  if (cause instanceof A2aError) return cause;
  return new A2aError('agent-refused', {
    summary: `${name} (${url}) failed: ${causeText(cause)}.`,
    fix: 'Read what it answered, then try again.',
    cause,
  });
}

function causeOf(error: unknown): unknown {
  return error instanceof A2aError ? error.cause : error;
}

function nothingToCancel(): A2aError {
  return new A2aError('no-open-task', {
    summary: 'The other agent is not working on a task.',
    fix: 'There is nothing to cancel.',
  });
}
