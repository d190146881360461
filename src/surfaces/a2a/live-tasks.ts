import type { At } from '../../harness/module/planner-module.ts';
import { type ArtifactContent, artifactsAt } from '../../host/a2a/artifact.ts';
import { waitingDataAt } from '../../host/a2a/published/answer-tasks.ts';
import {
  momentIn,
  type PublishedMoment,
  type PublishedState,
  publishedProjection,
} from '../../host/a2a/published/published-state.ts';
import type { A2aTask, PublishedTasks } from '../../host/a2a/published/published-tasks.ts';
import { RecordedSetups } from '../../host/a2a/recorded-setup.ts';
import type { Session } from '../../host/session.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import { decideOn, type Following, follow } from '../../kernel/projection/follow.ts';
import type { Projection } from '../../kernel/projection/projection.ts';

/** Callbacks for the end of the tasks. */
export interface LiveTasksOptions {
  /** Called when the journal cannot be read; reading is retried. */
  onFailure(error: unknown): void;
  /** Called when the session is unpublished, archived or recreated. */
  onWithdrawn(): void;
}

/** The current tasks of a session, with the questions and artifacts of its planner. */
export class LiveTasks {
  readonly #session: Session;
  readonly #options: LiveTasksOptions;
  readonly #projection: Projection<PublishedState>;
  readonly #following: Following<PublishedState>;
  readonly #setups: RecordedSetups;
  readonly #listeners = new Set<() => void>();
  readonly #ending = new AbortController();
  #lastActive = Date.now();
  #lastDecision: Promise<unknown> = Promise.resolve();

  private constructor(session: Session, options: LiveTasksOptions) {
    this.#session = session;
    this.#options = options;
    this.#projection = publishedProjection(session.entry);
    this.#following = follow(session.journal, this.#projection, { onError: options.onFailure });
    this.#setups = new RecordedSetups(session.journal, session.entry.module);
  }

  /** Reads a journal to its end and follows it. */
  static async of(session: Session, options: LiveTasksOptions): Promise<LiveTasks> {
    const tasks = new LiveTasks(session, options);
    await tasks.#begin();
    return tasks;
  }

  get now(): PublishedTasks {
    return this.#following.state.tasks;
  }

  /** The state of the conversation. */
  get ledger(): PublishedState['conversation']['ledger'] {
    return this.#following.state.conversation.ledger;
  }

  /** Aborted when the tasks receive no further updates. */
  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  /** Whether anybody is waiting for updates. */
  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  /** The time of the last activity, in milliseconds since 1970. */
  get lastActive(): number {
    return this.#lastActive;
  }

  /** Resolves when all listeners know every fact so far, and erased content is gone. */
  async catchUp(): Promise<void> {
    await this.#following.caughtUp();
  }

  /** The artifacts of a task, built from the current journal, so that erased content is not in them. */
  async artifactsOf({ id, artifacts }: A2aTask): Promise<readonly ArtifactContent[]> {
    const moment = this.#following.state.handOvers.get(id);
    const current = moment ? artifactsAt(this.#session.entry.module, await this.#at(moment)) : [];
    return artifacts.flatMap(({ artifactId, sha256 }) => {
      const found = current.find(({ version }) => version.artifactId === artifactId);
      // It keeps the address that it was handed over with.
      return found ? [{ ...found, version: { ...found.version, sha256 } }] : [];
    });
  }

  /** The questions sent with a message of ours, as plain data. */
  async waitingAt(messageId: string): Promise<readonly object[]> {
    const moment = this.#following.state.answers.get(messageId);
    if (moment === undefined || !this.now.isWaiting(messageId)) return [];
    return waitingDataAt(this.#session, moment, await this.#at(moment));
  }

  /** A file of a message or artifact, by its hash. */
  async fileOf(hash: string): Promise<{ readonly name: string; readonly bytes: Uint8Array } | undefined> {
    const file = this.now.fileOf(hash);
    if (file) return { name: file.name, bytes: await this.#session.journal.attachments.get(hash) };
    for (const task of this.now.tasks) {
      if (!task.artifacts.some(({ sha256 }) => sha256 === hash)) continue;
      const found = (await this.artifactsOf(task)).find(({ version }) => version.sha256 === hash);
      if (found) return { name: found.version.name, bytes: new TextEncoder().encode(found.text) };
    }
    return undefined;
  }

  /**
   * Appends the facts that `choose` returns for the current state, at exactly that point, and resolves when the tasks
   * include them. Decisions run one after the other: in parallel they would only conflict.
   */
  async decide(choose: (state: PublishedState, at: At) => readonly ProposedFact[]): Promise<void> {
    const decided = this.#lastDecision.then(() =>
      decideOn(
        this.#session.journal,
        this.#projection,
        async (state) => ({ append: choose(state, await this.#at(state)) }),
        this.#following,
      ),
    );
    this.#lastDecision = decided.catch(() => undefined);
    await decided;
    await this.catchUp();
  }

  /** Calls `listener` on every change until the returned function is called. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Records that a caller used the tasks. */
  touch(): void {
    this.#lastActive = Date.now();
  }

  close(): void {
    this.#following.close();
    this.#ending.abort();
  }

  async #begin(): Promise<void> {
    await this.#following.catchUp();
    const { createdAt } = this.#following.origin;
    this.#following.subscribe(() => {
      this.touch();
      for (const listener of [...this.#listeners]) listener();
      const isOther = this.#following.origin.createdAt !== createdAt;
      if (isOther || !this.now.isOpenToCallers) this.#withdraw();
    });
    if (!this.now.isOpenToCallers) this.#withdraw();
  }

  async #at(moment: PublishedMoment): Promise<At> {
    return momentIn(this.#session.entry, moment, await this.#setups.of(moment.configSha256));
  }

  #withdraw(): void {
    if (this.#ending.signal.aborted) return;
    this.#ending.abort();
    this.#options.onWithdrawn();
  }
}
