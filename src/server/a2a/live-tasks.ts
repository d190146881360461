import { type A2aTask, TaskBook } from '../../host/a2a/task-book.ts';
import type { Envelope } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';

type TaskListener = (task: A2aTask) => void;

/** The tasks of a session as they are at the moment, with word of every change. */
export class LiveTasks {
  readonly book: TaskBook;
  readonly #listeners = new Set<TaskListener>();
  readonly #waiting = new Set<() => void>();
  readonly #unsubscribe: () => void;
  readonly #onFailure: (error: unknown) => void;
  #failure: { readonly error: unknown } | undefined;

  private constructor(journal: Journal<Envelope>, nativeFrom: number, onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
    this.book = new TaskBook(nativeFrom);
    this.#unsubscribe = journal.subscribe(
      { onError: (error, retrying) => retrying || this.#fail(error) },
      (facts) => this.accept(facts),
    );
  }

  /** Reads a journal to its end, and follows it from there. */
  static async of(journal: Journal<Envelope>, onFailure: (error: unknown) => void): Promise<LiveTasks> {
    const { nativeFrom, head } = (await journal.describe()) ?? { nativeFrom: 1, head: 0 };
    const tasks = new LiveTasks(journal, nativeFrom, onFailure);
    await tasks.upTo(head);
    return tasks;
  }

  /** Takes facts in, in order; those it has seen change nothing. */
  accept(facts: readonly Envelope[]): void {
    for (const fact of facts) {
      const changed = this.book.accept(fact);
      if (changed) for (const listener of [...this.#listeners]) listener(changed);
    }
    this.#wake();
  }

  /** Resolves when everything up to this seq is taken in. */
  async upTo(seq: number): Promise<void> {
    while (this.book.head < seq) {
      if (this.#failure) throw this.#failure.error;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Calls `listener` on every change until the returned function is called. */
  watch(listener: TaskListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#unsubscribe();
    this.#fail(new Error('The server is stopping.'), true);
  }

  /** The journal is gone: what hangs on it ends, and the next request finds that out for itself. */
  #fail(error: unknown, meant = false): void {
    this.#failure ??= { error };
    if (!meant) this.#onFailure(error);
    this.#wake();
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) {
      this.#waiting.delete(wake);
      wake();
    }
  }
}
