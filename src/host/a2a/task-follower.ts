import type { StreamResponse, TaskStatus } from '@a2a-js/sdk';
import { decideByLedger, followLedger } from '../../harness/conversation/ledger.ts';
import { isUnderWay } from '../../harness/conversation/task-status.ts';
import type { Timer } from '../../kernel/timer.ts';
import { type AcceptedMessages, acceptedFact, acceptedIn } from './accepted-messages.ts';
import type { ConversationJournal } from './facts.ts';
import { followTask } from './follow-task.ts';
import type { RemoteAgent } from './remote-agent.ts';
import { TaskReader } from './task-reader.ts';

/** Whose tasks are followed, and where what comes of them is recorded. */
export interface TaskFollowerSetting {
  readonly agent: RemoteAgent;
  readonly journal: ConversationJournal;
  readonly timer: Timer;
  /** Told when the agent cannot be reached or says something strange. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A task that is to be followed. */
export interface FollowedTask {
  readonly taskId: string;
  readonly signal: AbortSignal;
  /** Our message that it answers: what is said to it stands after it. */
  readonly messageId?: string;
  /** A stream that is open already. */
  readonly events?: AsyncIterable<StreamResponse>;
}

/** Follows the tasks of an agent, one at a time, and records what it replies to our messages. */
export class TaskFollower {
  readonly #setting: TaskFollowerSetting;
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  /** How the latest `input-required` of each task looked. */
  readonly #lastStatus = new Map<string, string>();
  /** Ends the following of a task that a newer message of ours brought on. */
  #overtaken = new AbortController();

  constructor(setting: TaskFollowerSetting) {
    this.#setting = setting;
  }

  /** Aborted when nothing is followed any more. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** For what is followed from here on; what was followed so far is left. */
  next(): AbortSignal {
    this.#overtaken.abort();
    this.#overtaken = new AbortController();
    return AbortSignal.any([this.#overtaken.signal, this.#closing.signal]);
  }

  /** Follows a task until nothing more comes of it. */
  follow({ taskId, signal, messageId, events }: FollowedTask): void {
    const { agent, journal, timer, onError } = this.#setting;
    const before = this.#lastStatus.get(taskId);
    this.#keep(async () => {
      if (messageId !== undefined && !(await isRecordedAsSent(journal, messageId, signal))) return;
      if (messageId !== undefined) await this.#giveTurnAway();
      const reader = this.#reader(taskId, await acceptedIn(journal), before);
      const last = await followTask({
        agent,
        taskId,
        reader,
        signal,
        timer,
        ...(events && { events }),
        ...(onError && { onError }),
      });
      if (last === 'unknown') await reader.take(forgotten(taskId));
    });
  }

  /** Records an answer that came without a task, and so cannot be asked for again, together with that it came. */
  answer(messageId: string, answer: StreamResponse): void {
    const { agent, journal } = this.#setting;
    this.#keep(async () => {
      if (!(await isRecordedAsSent(journal, messageId, this.#closing.signal))) return;
      const contextId = answer.payload?.$case === 'message' ? answer.payload.value.contextId : '';
      const reader = new TaskReader({ journal, agent, taskId: undefined, messageId });
      const fact = acceptedFact(messageId, { taskId: undefined, contextId: contextId || undefined });
      await reader.take(answer, [fact]);
    });
  }

  /** Records how a task stands, at once. */
  async record(taskId: string, event: StreamResponse): Promise<void> {
    await this.#reader(taskId, await acceptedIn(this.#setting.journal)).take(event);
  }

  /** Records that the agent does not know a task any more. */
  async forget(taskId: string): Promise<void> {
    await this.record(taskId, forgotten(taskId));
  }

  /** Resolves when nothing more comes until something is sent. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.settled();
  }

  #keep(work: () => Promise<void>): void {
    const { onError } = this.#setting;
    const kept = work()
      .catch((error) => {
        if (!this.#closing.signal.aborted) onError?.(error);
      })
      .finally(() => this.#underWay.delete(kept));
    this.#underWay.add(kept);
  }

  /** `before`: the status the task had when our message went out. */
  #reader(taskId: string, { replies, latestSeq }: AcceptedMessages, before?: string): TaskReader {
    const { agent, journal } = this.#setting;
    return new TaskReader({
      journal,
      agent,
      taskId,
      isOld: (status) => {
        const shown = appearanceOf(status);
        const isSame = shown !== undefined && shown === before;
        const replySeq = replies.get(status.message?.messageId ?? '') ?? Number.POSITIVE_INFINITY;
        if (isSame || replySeq < latestSeq) return true;
        if (shown !== undefined) this.#lastStatus.set(taskId, shown);
        return false;
      },
    });
  }

  /**
   * So that it shows when it comes back, also from an agent that answers at once and never says that it works. After our
   * last word nobody has the turn.
   */
  async #giveTurnAway(): Promise<void> {
    await decideByLedger(this.#setting.journal, ({ status, hasEnded }) =>
      hasEnded || (status && isUnderWay(status)) ? [] : [{ type: 'status_changed', a2a: 'submitted' }],
    );
  }
}

/**
 * Resolves when a message is recorded as sent, or to false when nobody waits for that any more or the journal is gone. An
 * answer must not stand before what it answers.
 */
async function isRecordedAsSent(
  journal: ConversationJournal,
  messageId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const following = followLedger(journal);
  const ledger = await following.catchUp();
  if (ledger.hasMessage(messageId)) return true;
  if (signal.aborted) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const unsubscribe = following.subscribe(
    ({ state }) => {
      if (state.hasMessage(messageId)) resolve(true);
      else if (state.head < ledger.head) resolve(false);
    },
    { now: true },
  );
  const abort = (): void => resolve(false);
  signal.addEventListener('abort', abort, { once: true });
  return await promise.finally(() => {
    signal.removeEventListener('abort', abort);
    unsubscribe();
  });
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
