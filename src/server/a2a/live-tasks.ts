import { AnswerBook, answersByDrafts } from '../../host/a2a/answer-book.ts';
import { type A2aTask, TaskBook } from '../../host/a2a/task-book.ts';
import type { Session } from '../../host/session.ts';
import type { Envelope } from '../../journal/fact.ts';
import { acceptAll } from '../../kernel/projection.ts';

type TaskListener = (task: A2aTask) => void;

/** Who is told that there is nothing left to follow. */
export interface LiveTasksOptions {
  /** The journal is gone, or cannot be read. */
  onFailure(error: unknown): void;
  /** The session is no longer published, or was archived. */
  onWithdrawn(): void;
}

interface Books {
  tasks: TaskBook;
  readonly answers: AnswerBook | undefined;
}

/** The tasks of a session as they are at the moment, with word of every change. */
export class LiveTasks {
  readonly #session: Session;
  readonly #nativeFrom: number;
  #books: Books;
  /** How much was erased in the store when the journal was read. */
  #redactions: number;
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

  private constructor(
    session: Session,
    { nativeFrom, redactions }: { readonly nativeFrom: number; readonly redactions: number },
    options: LiveTasksOptions,
  ) {
    this.#session = session;
    this.#options = options;
    this.#nativeFrom = nativeFrom;
    this.#redactions = redactions;
    this.#books = emptyBooks(session, nativeFrom);
    this.#unsubscribe = session.journal.subscribe(
      { onError: (error, retrying) => retrying || this.#fail(error) },
      (facts) => this.accept(facts),
    );
  }

  /** Reads a journal to its end, and follows it from there. */
  static async of(session: Session, options: LiveTasksOptions): Promise<LiveTasks> {
    const redactions = await session.journal.redactions();
    const { nativeFrom, head } = (await session.journal.describe()) ?? { nativeFrom: 1, head: 0 };
    const tasks = new LiveTasks(session, { nativeFrom, redactions }, options);
    await tasks.upTo(head);
    tasks.#isCaughtUp = true;
    if (tasks.book.publication === undefined) options.onWithdrawn();
    return tasks;
  }

  get book(): TaskBook {
    return this.#books.tasks;
  }

  /** What messages are to a planner that writes no drafts; `undefined` for those that do. */
  get answers(): AnswerBook | undefined {
    return this.#books.answers;
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
      const before = this.book.current;
      this.#books.tasks = this.book.accept(fact);
      const changed = this.book.current;
      if (changed && changed !== before) for (const listener of [...this.#listeners]) listener(changed);
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

  /** Reads the journal anew if something was erased: nobody outside is shown that any more. */
  async dropErased(): Promise<void> {
    const { journal } = this.#session;
    const redactions = await journal.redactions();
    if (redactions === this.#redactions) return;
    const books = emptyBooks(this.#session, this.#nativeFrom);
    // Not beyond what was taken in: what is new after that is yet to be told to those who listen.
    for (let from = 1; books.tasks.head < this.book.head; from = books.tasks.head + 1) {
      for await (const facts of journal.facts({ from, to: this.book.head }).pages()) {
        books.answers?.accept(facts);
        books.tasks = acceptAll(books.tasks, facts);
      }
      // It is gone, and the next request finds that out.
      if (books.tasks.head < from) return;
    }
    this.#books = books;
    this.#redactions = redactions;
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

function emptyBooks({ entry }: Session, nativeFrom: number): Books {
  return {
    tasks: new TaskBook(nativeFrom),
    answers: answersByDrafts(entry.family) ? undefined : new AnswerBook(entry, nativeFrom),
  };
}
