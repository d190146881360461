import { AnswerBook, answersByDrafts } from '../../host/a2a/answer-book.ts';
import { type A2aTask, TaskBook } from '../../host/a2a/task-book.ts';
import type { Session } from '../../host/session.ts';
import type { Envelope } from '../../journal/fact.ts';

type TaskListener = (task: A2aTask) => void;

/** Who is told that there is nothing left to follow. */
export interface LiveTasksOptions {
  /** The journal is gone, or cannot be read. */
  onFailure(error: unknown): void;
  /** The session is no longer published, or was archived. */
  onWithdrawn(): void;
}

/** The tasks of a session as they are at the moment, with word of every change. */
export class LiveTasks {
  readonly book: TaskBook;
  /** What messages are to a planner that writes no drafts; `undefined` for those that do. */
  readonly answers: AnswerBook | undefined;
  readonly #listeners = new Set<TaskListener>();
  readonly #waiting = new Set<() => void>();
  readonly #unsubscribe: () => void;
  readonly #options: LiveTasksOptions;
  readonly #ending = new AbortController();
  /** Before that, what was published and unpublished is history. */
  #isCaughtUp = false;
  #lastActive = Date.now();
  #lastDecision: Promise<unknown> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;

  private constructor({ journal, entry }: Session, nativeFrom: number, options: LiveTasksOptions) {
    this.#options = options;
    this.book = new TaskBook(nativeFrom);
    this.answers = answersByDrafts(entry.family) ? undefined : new AnswerBook(entry, nativeFrom);
    this.#unsubscribe = journal.subscribe(
      { onError: (error, retrying) => retrying || this.#fail(error) },
      (facts) => this.accept(facts),
    );
  }

  /** Reads a journal to its end, and follows it from there. */
  static async of(session: Session, options: LiveTasksOptions): Promise<LiveTasks> {
    const { nativeFrom, head } = (await session.journal.describe()) ?? { nativeFrom: 1, head: 0 };
    const tasks = new LiveTasks(session, nativeFrom, options);
    await tasks.upTo(head);
    tasks.#isCaughtUp = true;
    if (tasks.book.publication === undefined) options.onWithdrawn();
    return tasks;
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

  /** Takes facts in, in order; those it has seen change nothing. */
  accept(facts: readonly Envelope[]): void {
    const { publication } = this.book;
    this.#lastActive = Date.now();
    this.answers?.accept(facts);
    for (const fact of facts) {
      const changed = this.book.accept(fact);
      if (changed) for (const listener of [...this.#listeners]) listener(changed);
    }
    this.#wake();
    if (this.#isCaughtUp && publication && this.book.publication === undefined) this.#options.onWithdrawn();
  }

  /** Resolves when everything up to this seq is taken in. */
  async upTo(seq: number): Promise<void> {
    while (this.book.head < seq) {
      if (this.#failure) throw this.#failure.error;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Decisions come one after the other: any number at once would only take the next seq from each other. */
  async inTurn<Result>(decide: () => Promise<Result>): Promise<Result> {
    const decided = this.#lastDecision.then(decide);
    this.#lastDecision = decided.catch(() => undefined);
    return await decided;
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
    this.#unsubscribe();
    this.#ending.abort();
    this.#fail(new Error('The server is stopping.'), true);
  }

  /** The journal is gone: what hangs on it ends, and the next request finds that out for itself. */
  #fail(error: unknown, meant = false): void {
    this.#failure ??= { error };
    if (!meant) this.#options.onFailure(error);
    this.#wake();
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) {
      this.#waiting.delete(wake);
      wake();
    }
  }
}
