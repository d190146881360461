import {
  type Message,
  Role,
  type SendMessageRequest,
  type StreamResponse,
  type TaskStatus,
} from '@a2a-js/sdk';
import { ledgerOf } from '../../harness/ledger.ts';
import type { Delivery, OutgoingMessage } from '../../harness/sender.ts';
import { systemTimer, type Timer } from '../../kernel/timer.ts';
import { A2aError } from './error.ts';
import { followTask, isForgotten } from './follow-task.ts';
import { decideByLedger, type TalkingJournal } from './ledger-decision.ts';
import { partsOf } from './message-content.ts';
import { openRemoteAgent, type RemoteAgent, type RemoteAgentOptions } from './remote-agent.ts';
import { isRecordedAsSent } from './sent-record.ts';
import { isFinal, isSettled, isUnderWay } from './status-kinds.ts';
import { type Taken, TakenMessages, takenFact } from './taken-messages.ts';
import { TaskReader } from './task-reader.ts';
import { statusOf } from './task-state.ts';

/** How a conversation is led. */
export interface TalkOptions {
  readonly timer?: Timer;
  /** Told when the agent cannot be reached or says something strange; what it has to say is asked for again. */
  readonly onError?: (error: unknown) => void;
}

/** How a conversation is led with the agent of a card. */
export interface ConnectOptions extends RemoteAgentOptions, TalkOptions {}

/** A conversation with another agent, kept in a journal. */
export interface A2aConnection {
  readonly agent: Pick<RemoteAgent, 'name' | 'description' | 'url' | 'streaming'>;
  /** For the sender reactor: resolves when the agent has taken the message. What it answers comes by itself. */
  deliver(message: OutgoingMessage, delivery: Delivery): Promise<void>;
  /** Asks the agent to stop what it does for us. Rejects when there is nothing to stop, or it refuses. */
  cancel(): Promise<void>;
  /** Resolves when nothing more comes from the agent until it is sent something. */
  settled(): Promise<void>;
  /** Stops listening. What the agent says meanwhile is there for the next connection. */
  close(): Promise<void>;
}

/**
 * Connects a conversation to an agent by its card. A task that was under way is taken up where it was; in a conversation
 * that has not begun, it is our turn.
 */
export async function connectA2a(journal: TalkingJournal, options: ConnectOptions): Promise<A2aConnection> {
  return await talkTo(await openRemoteAgent(options), journal, options);
}

/** The same for an agent whose card is read already. */
export async function talkTo(
  agent: RemoteAgent,
  journal: TalkingJournal,
  options: TalkOptions = {},
): Promise<A2aConnection> {
  const connection = new Connection(journal, agent, options);
  await connection.begin();
  return connection;
}

class Connection implements A2aConnection {
  readonly agent: RemoteAgent;
  readonly #journal: TalkingJournal;
  readonly #timer: Timer;
  readonly #onError: ConnectOptions['onError'];
  readonly #taken: TakenMessages;
  readonly #closing = new AbortController();
  readonly #attending = new Set<Promise<void>>();
  /** Drafts that were tried here: what seemed to fail may have arrived. */
  readonly #tried = new Set<string>();
  /** How the latest `input-required` of each task looked. */
  readonly #lastStatus = new Map<string, string>();
  /** Ends the following of a task that a newer message of ours brought on. */
  #overtaken = new AbortController();
  /** Where the journal stood at the beginning: what was approved before may have been sent already. */
  #headAtBegin = 0;

  constructor(journal: TalkingJournal, agent: RemoteAgent, { timer = systemTimer, onError }: TalkOptions) {
    this.agent = agent;
    this.#journal = journal;
    this.#timer = timer;
    this.#onError = onError;
    this.#taken = new TakenMessages(journal);
  }

  async begin(): Promise<void> {
    await decideByLedger(this.#journal, ({ status }) =>
      status === undefined ? [{ type: 'status_changed', a2a: 'input-required' }] : [],
    );
    await this.#taken.catchUp();
    this.#headAtBegin = this.#taken.head;
    const { latest } = this.#taken;
    if (latest?.taskId !== undefined && !this.#isAtRest()) {
      this.#attend(latest.taskId, this.#nextSignal());
    }
  }

  async deliver(message: OutgoingMessage, { signal, readAttachment }: Delivery): Promise<void> {
    const { messageId, composeId } = message;
    await this.#taken.catchUp();
    const before = this.#taken.find(messageId);
    if (before !== undefined) return this.#takeUp(before, messageId);
    const open = this.#placeOfNext();
    if ((await this.#mayHaveBeenSent(composeId)) && open.taskId !== undefined) {
      const arrived = await this.#hasArrived(messageId, open.taskId, signal);
      if (arrived) {
        await this.#journal.append([takenFact(messageId, open)]);
        return this.#takeUp(open, messageId);
      }
    }
    const place = this.#placeOfNext();
    const parts = await partsOf(message, { readAttachment });
    const outgoing: Message = {
      messageId,
      role: Role.ROLE_USER,
      parts,
      contextId: place.contextId ?? '',
      taskId: place.taskId ?? '',
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    };
    await this.#send(outgoing, signal);
  }

  async cancel(): Promise<void> {
    await this.#taken.catchUp();
    const { latest, statusSince } = this.#taken;
    const taskId = latest?.taskId;
    if (taskId === undefined || isFinal(statusSince) || statusSince === 'unknown') throw nothingToCancel();
    try {
      const task = await this.agent.client.cancelTask(
        { id: taskId, tenant: '', metadata: undefined },
        { signal: this.#closing.signal },
      );
      await this.#reader(taskId).take({ payload: { $case: 'task', value: task } });
      if (isSettled(statusOf(task.status?.state))) this.#nextSignal();
    } catch (cause) {
      throw refused(this.agent, cause);
    }
  }

  async settled(): Promise<void> {
    while (this.#attending.size > 0) await Promise.all(this.#attending);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.settled();
  }

  /** Whether nothing more comes of the task until we say something. */
  #isAtRest(): boolean {
    const { statusSince } = this.#taken;
    return statusSince !== undefined && (isSettled(statusSince) || statusSince === 'unknown');
  }

  /** The task that is open takes what is said next; after its end only the context goes on. */
  #placeOfNext(): Taken {
    const { latest, statusSince } = this.#taken;
    const isOpen = !isFinal(statusSince) && statusSince !== 'unknown';
    return { taskId: isOpen ? latest?.taskId : undefined, contextId: latest?.contextId };
  }

  async #mayHaveBeenSent(composeId: string): Promise<boolean> {
    if (this.#tried.has(composeId)) return true;
    this.#tried.add(composeId);
    const approval = (await ledgerOf(this.#journal)).drafts.find(composeId)?.approval;
    return approval === undefined || approval.seq <= this.#headAtBegin;
  }

  /** Whether the agent has the message, though nobody could record that. The task may also have ended behind our back. */
  async #hasArrived(messageId: string, taskId: string, signal: AbortSignal): Promise<boolean> {
    const task = await this.agent.client
      .getTask({ id: taskId, tenant: '' }, { signal })
      .catch(() => undefined);
    if (task?.history.some((message) => message.messageId === messageId)) return true;
    if (task && isFinal(statusOf(task.status?.state))) {
      await this.#reader(taskId).take({ payload: { $case: 'task', value: task } });
      await this.#taken.catchUp();
    }
    return false;
  }

  async #send(message: Message, signal: AbortSignal): Promise<void> {
    const { messageId } = message;
    const following = this.#nextSignal();
    const stop = new AbortController();
    const abort = (): void => stop.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      const events = this.#exchange(message, AbortSignal.any([stop.signal, following]));
      const { value: first } = await events.next();
      if (first === undefined) throw new Error('It ended the stream without a word.');
      const place = placeOf(first);
      // An answer without a task cannot be asked for again: it is recorded together with that it came.
      if (place === undefined) return this.#attendAnswer(messageId, first);
      await this.#journal.append([takenFact(messageId, place)]);
      this.#attend(place.taskId, following, messageId, chain(first, events));
    } catch (cause) {
      signal.throwIfAborted();
      if (isForgotten(cause)) await this.#reader(message.taskId).take(forgotten(message.taskId));
      else if (message.taskId !== '' && !this.#isAtRest()) this.#attend(message.taskId, this.#nextSignal());
      throw refused(this.agent, cause);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  async *#exchange(message: Message, signal: AbortSignal): AsyncGenerator<StreamResponse, undefined> {
    const { client, streaming } = this.agent;
    const request: SendMessageRequest = {
      message,
      tenant: '',
      configuration: undefined,
      metadata: undefined,
    };
    if (streaming) {
      yield* client.sendMessageStream(request, { signal });
      return;
    }
    const answer = await client.sendMessage(request, { signal });
    yield 'messageId' in answer
      ? { payload: { $case: 'message', value: answer } }
      : { payload: { $case: 'task', value: answer } };
  }

  /** The message is with the agent already: what it says to it has to be heard, by whoever is here. */
  #takeUp({ taskId }: Taken, messageId: string): void {
    if (taskId !== undefined) this.#attend(taskId, this.#nextSignal(), messageId);
  }

  #attend(
    taskId: string,
    signal: AbortSignal,
    messageId?: string,
    events?: AsyncIterable<StreamResponse>,
  ): void {
    const before = this.#lastStatus.get(taskId);
    this.#keep(async () => {
      if (messageId !== undefined && !(await isRecordedAsSent(this.#journal, messageId, signal))) return;
      if (messageId !== undefined) await this.#giveTurnAway();
      await this.#taken.catchUp();
      const reader = this.#reader(taskId, before);
      const last = await followTask({
        agent: this.agent,
        taskId,
        reader,
        signal,
        timer: this.#timer,
        ...(events && { events }),
        ...(this.#onError && { onError: this.#onError }),
      });
      if (last === 'unknown') await reader.take(forgotten(taskId));
    });
  }

  #attendAnswer(messageId: string, answer: StreamResponse): void {
    this.#keep(async () => {
      if (!(await isRecordedAsSent(this.#journal, messageId, this.#closing.signal))) return;
      const contextId = answer.payload?.$case === 'message' ? answer.payload.value.contextId : '';
      const reader = new TaskReader({
        journal: this.#journal,
        agent: this.agent,
        taskId: undefined,
        messageId,
      });
      const taken = takenFact(messageId, { taskId: undefined, contextId: contextId || undefined });
      await reader.take(answer, [taken]);
    });
  }

  #keep(work: () => Promise<void>): void {
    const attending = work()
      .catch((error) => {
        if (!this.#closing.signal.aborted) this.#onError?.(error);
      })
      .finally(() => this.#attending.delete(attending));
    this.#attending.add(attending);
  }

  /** `before`: the status the task had when our message went out. */
  #reader(taskId: string, before?: string): TaskReader {
    return new TaskReader({
      journal: this.#journal,
      agent: this.agent,
      taskId,
      isOld: (status) => {
        const shown = appearanceOf(status);
        if (
          (shown !== undefined && shown === before) ||
          this.#taken.isFromBefore(status.message?.messageId ?? '')
        )
          return true;
        if (shown !== undefined) this.#lastStatus.set(taskId, shown);
        return false;
      },
    });
  }

  /** So that it shows when it comes back, also from an agent that answers at once and never says that it works. */
  async #giveTurnAway(): Promise<void> {
    await decideByLedger(this.#journal, ({ status }) =>
      status === undefined || !isUnderWay(status) ? [{ type: 'status_changed', a2a: 'submitted' }] : [],
    );
  }

  #nextSignal(): AbortSignal {
    this.#overtaken.abort();
    this.#overtaken = new AbortController();
    return AbortSignal.any([this.#overtaken.signal, this.#closing.signal]);
  }
}

/** The task an agent put our message into; `undefined` when it answers without one. */
function placeOf({
  payload,
}: StreamResponse): { readonly taskId: string; readonly contextId: string | undefined } | undefined {
  switch (payload?.$case) {
    case 'message':
      return undefined;
    case 'task':
      return placed(payload.value.id, payload.value.contextId);
    case 'statusUpdate':
    case 'artifactUpdate':
      return placed(payload.value.taskId, payload.value.contextId);
    default:
      throw new Error('Its answer is neither a task nor a message.');
  }
}

function placed(
  taskId: string,
  contextId: string,
): { readonly taskId: string; readonly contextId: string | undefined } {
  if (taskId === '') throw new Error('Its task has no id.');
  return { taskId, contextId: contextId || undefined };
}

/** What tells a status from another of the same state; `undefined` when the agent gives nothing to go by. */
function appearanceOf({ state, message, timestamp }: TaskStatus): string | undefined {
  if (timestamp === undefined && message === undefined) return undefined;
  return `${state} ${timestamp ?? ''} ${message?.messageId ?? ''}`;
}

/** What a task looks like that its agent does not know any more. */
function forgotten(taskId: string): StreamResponse {
  const status = { state: 0, message: undefined, timestamp: undefined };
  return {
    payload: { $case: 'statusUpdate', value: { taskId, contextId: '', status, metadata: undefined } },
  };
}

async function* chain(
  first: StreamResponse,
  rest: AsyncIterable<StreamResponse>,
): AsyncGenerator<StreamResponse> {
  yield first;
  yield* rest;
}

function refused({ name, url }: RemoteAgent, cause: unknown): unknown {
  if (cause instanceof A2aError) return cause;
  return new A2aError('agent-refused', {
    expected: `${name} (${url}) to do what it was asked`,
    actual: cause instanceof Error ? cause.message : String(cause),
    fix: 'See what it says, and try again.',
    cause,
  });
}

function nothingToCancel(): A2aError {
  return new A2aError('no-open-task', {
    expected: 'a task that the other agent is at',
    actual: 'none',
    fix: 'There is nothing to cancel.',
  });
}
