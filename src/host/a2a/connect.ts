import { type Message, Role } from '@a2a-js/sdk';
import { decideByLedger, ledgerOf } from '../../harness/ledger.ts';
import type { Delivery, OutgoingMessage } from '../../harness/sender.ts';
import { isFinal, isSettled } from '../../harness/status-kinds.ts';
import { systemTimer, type Timer } from '../../kernel/timer.ts';
import { A2aError } from './error.ts';
import { exchange } from './exchange.ts';
import { isForgotten } from './follow-task.ts';
import { Listening } from './listening.ts';
import { partsOf } from './message-content.ts';
import { openRemoteAgent, type RemoteAgent, type RemoteAgentOptions } from './remote-agent.ts';
import { type Taken, TakenMessages, takenFact } from './taken-messages.ts';
import type { TalkingJournal } from './talking-journal.ts';
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
  readonly #taken: TakenMessages;
  readonly #listening: Listening;
  /** Drafts that were tried here: what seemed to fail may have arrived. */
  readonly #tried = new Set<string>();
  /** Where the journal stood at the beginning: what was approved before may have been sent already. */
  #headAtBegin = 0;

  constructor(journal: TalkingJournal, agent: RemoteAgent, { timer = systemTimer, onError }: TalkOptions) {
    this.agent = agent;
    this.#journal = journal;
    this.#taken = new TakenMessages(journal);
    this.#listening = new Listening({ agent, journal, taken: this.#taken, timer, onError });
  }

  async begin(): Promise<void> {
    await decideByLedger(this.#journal, ({ status }) =>
      status === undefined ? [{ type: 'status_changed', a2a: 'input-required' }] : [],
    );
    await this.#taken.catchUp();
    this.#headAtBegin = this.#taken.head;
    const { latest } = this.#taken;
    if (latest?.taskId !== undefined && !this.#isAtRest()) {
      this.#listening.follow({ taskId: latest.taskId, signal: this.#listening.next() });
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
        { signal: this.#listening.closing },
      );
      await this.#listening.record(taskId, { payload: { $case: 'task', value: task } });
      if (isSettled(statusOf(task.status?.state))) this.#listening.next();
    } catch (cause) {
      throw refused(this.agent, cause);
    }
  }

  settled(): Promise<void> {
    return this.#listening.settled();
  }

  close(): Promise<void> {
    return this.#listening.close();
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
      await this.#listening.record(taskId, { payload: { $case: 'task', value: task } });
      await this.#taken.catchUp();
    }
    return false;
  }

  async #send(message: Message, signal: AbortSignal): Promise<void> {
    const { messageId, taskId } = message;
    const following = this.#listening.next();
    const stop = new AbortController();
    const abort = (): void => stop.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      const { place, first, events } = await exchange(
        this.agent,
        message,
        AbortSignal.any([stop.signal, following]),
      );
      if (place === undefined) return this.#listening.answer(messageId, first);
      await this.#journal.append([takenFact(messageId, place)]);
      this.#listening.follow({ taskId: place.taskId, signal: following, messageId, events });
    } catch (cause) {
      signal.throwIfAborted();
      if (isForgotten(cause)) await this.#listening.forget(taskId);
      else if (taskId !== '' && !this.#isAtRest())
        this.#listening.follow({ taskId, signal: this.#listening.next() });
      throw refused(this.agent, cause);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** The message is with the agent already: what it says to it has to be heard, by whoever is here. */
  #takeUp({ taskId }: Taken, messageId: string): void {
    if (taskId !== undefined) this.#listening.follow({ taskId, signal: this.#listening.next(), messageId });
  }
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
