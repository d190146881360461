import type { StreamResponse, TaskStatus } from '@a2a-js/sdk';
import { decideByLedger, followLedger } from '../../../harness/conversation/ledger.ts';
import { isUnderWay } from '../../../harness/conversation/task-status.ts';
import type { Timer } from '../../../kernel/timer.ts';
import type { ConversationJournal } from '../facts.ts';
import { type AcceptedMessages, acceptedFact, acceptedIn } from './accepted-messages.ts';
import { followTask } from './follow-task.ts';
import type { RemoteAgent } from './remote-agent.ts';
import { TaskReader } from './task-reader.ts';

/** Whose tasks to follow, and where to record the result. */
export interface TaskFollowerSetting {
  readonly agent: RemoteAgent;
  readonly journal: ConversationJournal;
  readonly timer: Timer;
  /** Called when the agent cannot be reached or sends something invalid. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A task that is to be followed. */
export interface FollowedTask {
  readonly taskId: string;
  readonly signal: AbortSignal;
  /** Our message that it replies to, which its replies follow. */
  readonly messageId?: string;
  /** A stream that is already open. */
  readonly events?: AsyncIterable<StreamResponse>;
}

/** Follows the tasks of an agent, one at a time, and records its replies to our messages. */
export class TaskFollower {
  readonly #setting: TaskFollowerSetting;
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  /** The latest `input-required` status of each task. */
  readonly #lastStatus = new Map<string, string>();
  /** Ends following a task that a newer message of ours continued. */
  #overtaken = new AbortController();

  constructor(setting: TaskFollowerSetting) {
    this.#setting = setting;
  }

  /** Aborted when following ends. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** The signal for what is followed next; ends what was followed so far. */
  next(): AbortSignal {
    this.#overtaken.abort();
    this.#overtaken = new AbortController();
    return AbortSignal.any([this.#overtaken.signal, this.#closing.signal]);
  }

  /** Follows a task until nothing more comes. */
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

  /** Records a reply without a task, which cannot be requested again, together with its receipt. */
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

  /** Records the status of a task at once. */
  async record(taskId: string, event: StreamResponse): Promise<void> {
    await this.#reader(taskId, await acceptedIn(this.#setting.journal)).take(event);
  }

  /** Records that the agent no longer knows a task. */
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

  /** `before`: the task's status when our message was sent. */
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
   * So that the turn's return is visible, even from an agent that replies at once and never says that it is
   * working. After our last message nobody has the turn.
   */
  async #giveTurnAway(): Promise<void> {
    await decideByLedger(this.#setting.journal, ({ status, hasEnded }) =>
      hasEnded || (status && isUnderWay(status)) ? [] : [{ type: 'status_changed', a2a: 'submitted' }],
    );
  }
}

/**
 * Resolves when a message is recorded as sent, or to false when nobody waits any more or the journal is gone. A
 * reply must not precede the message it answers.
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

/** What distinguishes a status from another one of the same state; `undefined` if nothing does. */
function appearanceOf({ state, message, timestamp }: TaskStatus): string | undefined {
  if (timestamp === undefined && message === undefined) return undefined;
  return `${state} ${timestamp ?? ''} ${message?.messageId ?? ''}`;
}

/** A task that its agent no longer knows. */
function forgotten(taskId: string): StreamResponse {
  const status = { state: 0, message: undefined, timestamp: undefined };
  return {
    payload: { $case: 'statusUpdate', value: { taskId, contextId: '', status, metadata: undefined } },
  };
}
