import { type PublishedState, publishedProjection } from '../../host/a2a/published-state.ts';
import { type AppliedSetup, RecordedSetups } from '../../host/a2a/recorded-setup.ts';
import { type A2aTask, TaskBook } from '../../host/a2a/task-book.ts';
import type { Session } from '../../host/session.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import type { ProjectionChange } from '../../kernel/delivery.ts';
import { decideOn, type Following, follow } from '../../kernel/follow.ts';
import type { Projection } from '../../kernel/projection.ts';

/** Told of every change of a task; `restarted`: something was erased, and what was told before counts no more. */
type TaskListener = (task: A2aTask, restarted: boolean) => void;

/** Who is told that there is nothing left to follow. */
export interface LiveTasksOptions {
  /** The journal cannot be read; that is tried again. */
  onFailure(error: unknown): void;
  /** The session is no longer published, was archived, or is another one. */
  onWithdrawn(): void;
}

/** The tasks of a session as they are at the moment, with word of every change. */
export class LiveTasks {
  readonly #session: Session;
  readonly #options: LiveTasksOptions;
  readonly #projection: Projection<PublishedState>;
  readonly #following: Following<PublishedState>;
  readonly #setups: RecordedSetups;
  readonly #listeners = new Set<TaskListener>();
  readonly #ending = new AbortController();
  /** The tasks as the listeners know them. */
  #told = new TaskBook();
  #lastActive = Date.now();
  #lastDecision: Promise<unknown> = Promise.resolve();

  private constructor(session: Session, options: LiveTasksOptions) {
    this.#session = session;
    this.#options = options;
    this.#projection = publishedProjection(session.entry);
    this.#following = follow(session.journal, this.#projection, { onError: options.onFailure });
    this.#setups = new RecordedSetups(session.journal, session.entry.module);
  }

  /** Reads a journal to its end, and follows it from there. */
  static async of(session: Session, options: LiveTasksOptions): Promise<LiveTasks> {
    const tasks = new LiveTasks(session, options);
    await tasks.#begin();
    return tasks;
  }

  get book(): TaskBook {
    return this.#told;
  }

  /** How the conversation stands. */
  get ledger(): PublishedState['ledger'] {
    return this.#following.state.ledger;
  }

  /** Aborted when nothing more is to be heard of the tasks. */
  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  /** Whether somebody waits for what comes. */
  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  /** When something last happened, in milliseconds since 1970. */
  get lastActive(): number {
    return this.#lastActive;
  }

  /** Resolves when everything that is there is known to all who listen, and what was erased to nobody. */
  async catchUp(): Promise<void> {
    await this.#following.caughtUp();
  }

  /**
   * Appends what `choose` makes of how things stand, at exactly that point. Resolves when the tasks show it. Decisions come
   * one after the other: any number at once would only take the next seq from each other.
   */
  async decide(
    choose: (state: PublishedState, setup: AppliedSetup) => readonly ProposedFact[],
  ): Promise<void> {
    const decided = this.#lastDecision.then(() =>
      decideOn(
        this.#session.journal,
        this.#projection,
        async (state) => ({
          append: choose(state, await this.#setups.of(state.answers?.configSha256)),
        }),
        this.#following,
      ),
    );
    this.#lastDecision = decided.catch(() => undefined);
    await decided;
    await this.catchUp();
  }

  /** Calls `listener` on every change until the returned function is called. */
  watch(listener: TaskListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Somebody asks for the tasks. */
  touch(): void {
    this.#lastActive = Date.now();
  }

  close(): void {
    this.#following.close();
    this.#ending.abort();
  }

  async #begin(): Promise<void> {
    this.#told = (await this.#following.catchUp()).tasks;
    const { createdAt } = this.#following.origin;
    this.#following.subscribe((change) => {
      this.touch();
      this.#tell(change);
      const isOther = this.#following.origin.createdAt !== createdAt;
      if (isOther || this.book.publication === undefined) this.#withdraw();
    });
    if (this.book.publication === undefined) this.#withdraw();
  }

  /** One change for each fact, so that nobody misses whose turn it was in between. */
  #tell({ state, facts, restarted }: ProjectionChange<PublishedState>): void {
    if (restarted) {
      this.#told = state.tasks;
      if (state.tasks.current) this.#notify(state.tasks.current, true);
      return;
    }
    const changes: A2aTask[] = [];
    let changed: A2aTask | undefined;
    for (const [place, fact] of facts.entries()) {
      const before = this.#told.current;
      this.#told = this.#told.accept(fact);
      if (this.#told.current !== before) changed = this.#told.current;
      // The last word and the end that it brings are one change.
      if (changed === undefined || facts[place + 1]?.type === 'status_changed') continue;
      changes.push(changed);
      changed = undefined;
    }
    for (const task of changes) this.#notify(task, false);
  }

  #notify(task: A2aTask, restarted: boolean): void {
    for (const listener of [...this.#listeners]) listener(task, restarted);
  }

  #withdraw(): void {
    if (this.#ending.signal.aborted) return;
    this.#ending.abort();
    this.#options.onWithdrawn();
  }
}
