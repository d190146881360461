import type { StreamResponse, TaskStatus } from '@a2a-js/sdk';
import { decideByLedger, ledgerOf } from '../../harness/ledger.ts';
import { isUnderWay } from '../../harness/status-kinds.ts';
import type { Timer } from '../../kernel/timer.ts';
import { followTask } from './follow-task.ts';
import type { RemoteAgent } from './remote-agent.ts';
import { isRecordedAsSent } from './sent-record.ts';
import { type TakenMessages, takenFact } from './taken-messages.ts';
import type { TalkingJournal } from './talking-journal.ts';
import { TaskReader } from './task-reader.ts';

/** Whom to listen to, and where what is heard is recorded. */
export interface ListeningSetting {
  readonly agent: RemoteAgent;
  readonly journal: TalkingJournal;
  readonly taken: TakenMessages;
  readonly timer: Timer;
  /** Told when the agent cannot be reached or says something strange. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** What is to be heard of a task. */
export interface Heard {
  readonly taskId: string;
  /** Ends the listening. */
  readonly signal: AbortSignal;
  /** Our message that it answers: what is said to it stands after it. */
  readonly messageId?: string;
  /** A stream that is open already. */
  readonly events?: AsyncIterable<StreamResponse>;
}

/** Hears what an agent says to our messages, one task at a time, and records it. */
export class Listening {
  readonly #setting: ListeningSetting;
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  /** How the latest `input-required` of each task looked. */
  readonly #lastStatus = new Map<string, string>();
  /** Ends the following of a task that a newer message of ours brought on. */
  #overtaken = new AbortController();

  constructor(setting: ListeningSetting) {
    this.#setting = setting;
  }

  /** Aborted when nobody listens any more. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** For what is heard from here on; what was listened to so far is left. */
  next(): AbortSignal {
    this.#overtaken.abort();
    this.#overtaken = new AbortController();
    return AbortSignal.any([this.#overtaken.signal, this.#closing.signal]);
  }

  /** Follows a task until nothing more comes of it. */
  follow({ taskId, signal, messageId, events }: Heard): void {
    const { agent, journal, taken, timer, onError } = this.#setting;
    const before = this.#lastStatus.get(taskId);
    this.#keep(async () => {
      if (messageId !== undefined && !(await isRecordedAsSent(journal, messageId, signal))) return;
      const hasEnded = messageId !== undefined && (await this.#hasEnded());
      if (messageId !== undefined && !hasEnded) await this.#giveTurnAway();
      await taken.catchUp();
      const reader = this.#reader(taskId, { before, hasEnded });
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
      const hasEnded = await this.#hasEnded();
      const reader = new TaskReader({ journal, agent, taskId: undefined, messageId, hasEnded });
      const fact = takenFact(messageId, { taskId: undefined, contextId: contextId || undefined });
      await reader.take(answer, [fact]);
    });
  }

  /** Records how a task stands, at once. */
  async record(taskId: string, event: StreamResponse): Promise<void> {
    await this.#reader(taskId).take(event);
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

  /** `before`: the status the task had when our message went out; `hasEnded`: that was our last word. */
  #reader(
    taskId: string,
    { before, hasEnded = false }: { readonly before?: string | undefined; readonly hasEnded?: boolean } = {},
  ): TaskReader {
    const { agent, journal, taken } = this.#setting;
    return new TaskReader({
      journal,
      agent,
      taskId,
      hasEnded,
      isOld: (status) => {
        const shown = appearanceOf(status);
        const isSame = shown !== undefined && shown === before;
        if (isSame || taken.isFromBefore(status.message?.messageId ?? '')) return true;
        if (shown !== undefined) this.#lastStatus.set(taskId, shown);
        return false;
      },
    });
  }

  /** Whether our message was the last word: what is said to it changes no turn. */
  async #hasEnded(): Promise<boolean> {
    return (await ledgerOf(this.#setting.journal)).hasEnded;
  }

  /** So that it shows when it comes back, also from an agent that answers at once and never says that it works. */
  async #giveTurnAway(): Promise<void> {
    await decideByLedger(this.#setting.journal, ({ status }) =>
      status === undefined || !isUnderWay(status) ? [{ type: 'status_changed', a2a: 'submitted' }] : [],
    );
  }
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
