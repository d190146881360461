import { JournalError } from './error.ts';
import { checkSeq } from './fact-reading.ts';
import type { FactStore, StoredFact } from './store.ts';

/** Where a subscription starts, and who is told about its failures. */
export interface SubscribeOptions {
  /** The first seq to deliver; default 1. To resume, pass the last seq you saw plus one. */
  readonly from?: number;
  /**
   * Called when the subscription ended because the listener failed or the journal is gone, or when the store could
   * not be read, which is retried (`retrying` is true). Without it, an end is thrown as an uncaught exception.
   */
  readonly onError?: (error: unknown, retrying: boolean) => void;
}

type Listener<F> = (facts: readonly F[]) => void | Promise<void>;

const PAGE = 1000;
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 5000;

/** Delivers a journal's facts from `from` on, until the returned function is called. */
export function subscribe<F>(
  store: Pick<FactStore, 'read' | 'watch'>,
  journal: string,
  options: SubscribeOptions,
  read: (stored: StoredFact) => F,
  listener: Listener<F>,
): () => void {
  const subscription = new Subscription(store, journal, options, async (page) => listener(page.map(read)));
  return () => subscription.end();
}

/** Reads from a cursor and waits for the store's wake-up at the end, so that no fact is skipped or delivered twice. */
class Subscription {
  readonly #store: Pick<FactStore, 'read'>;
  readonly #journal: string;
  readonly #onError: SubscribeOptions['onError'];
  readonly #deliver: (page: readonly StoredFact[]) => Promise<void>;
  readonly #unwatch: () => void;
  #next: number;
  #last: StoredFact | undefined;
  #ended = false;
  #pumping = false;
  #woken = true;
  #retryMs = FIRST_RETRY_MS;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    store: Pick<FactStore, 'read' | 'watch'>,
    journal: string,
    { from = 1, onError }: SubscribeOptions,
    deliver: (page: readonly StoredFact[]) => Promise<void>,
  ) {
    checkSeq(from, 'from');
    this.#store = store;
    this.#journal = journal;
    this.#onError = onError;
    this.#deliver = deliver;
    this.#next = Math.max(from, 1);
    this.#unwatch = store.watch(() => this.#wake(), journal);
    void this.#pump();
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#retry);
    this.#unwatch();
  }

  #wake(): void {
    this.#woken = true;
    void this.#pump();
  }

  async #pump(): Promise<void> {
    if (this.#pumping || this.#ended) return;
    this.#pumping = true;
    clearTimeout(this.#retry);
    while (this.#woken && !this.#ended) {
      this.#woken = false;
      const page = await this.#read();
      if (page === undefined || page.length === 0 || this.#ended) continue;
      this.#woken = true;
      this.#last = page.at(-1);
      this.#next += page.length;
      await this.#deliver(page).catch((error: unknown) => this.#fail(error));
    }
    this.#pumping = false;
  }

  /** The next facts. Reads the last delivered one again: if it differs, so does the journal. */
  async #read(): Promise<readonly StoredFact[] | undefined> {
    try {
      const known = this.#last;
      const from = known?.seq ?? this.#next;
      const page = await this.#store.read(this.#journal, { from, to: Number.MAX_SAFE_INTEGER, limit: PAGE });
      this.#retryMs = FIRST_RETRY_MS;
      if (known === undefined) return page;
      if (page[0]?.hash !== known.hash) this.#fail(replaced(this.#journal, known.seq));
      return page.slice(1);
    } catch (error) {
      this.#unreadable(error);
      return undefined;
    }
  }

  #unreadable(error: unknown): void {
    if (this.#ended) return;
    // Whoever closed the store wants no more facts.
    if (error instanceof JournalError && error.code === 'store-closed') {
      this.end();
      return;
    }
    this.#retry = setTimeout(() => this.#wake(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
    this.#onError?.(error, true);
  }

  #fail(error: unknown): void {
    if (this.#ended) return;
    this.end();
    if (this.#onError) this.#onError(error, false);
    else
      queueMicrotask(() => {
        throw error;
      });
  }
}

function replaced(journal: string, seq: number): JournalError {
  return new JournalError('journal-not-found', {
    summary: `Journal ${journal} was deleted or recreated: the fact at seq ${seq} is gone.`,
    fix: 'Subscribe again to follow the journal that has this id now.',
  });
}
