import { JournalError } from '../journal/error.ts';
import type { Envelope } from '../journal/fact.ts';
import type { Journal } from '../journal/journal.ts';
import { systemTimer, type Timer } from '../kernel/timer.ts';

/** Who hears of troubles, and by which timer they are tried again. */
export interface FollowOptions {
  readonly onError?: ((error: unknown) => void) | undefined;
  readonly timer?: Timer | undefined;
}

/** A journal that is being followed. */
export interface Following {
  /** Resolves when every fact that is there has been taken, or waits to be tried again. */
  caughtUp(): Promise<void>;
  close(): void;
}

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 30_000;

/**
 * Has a journal's facts taken in order, those that are there and those to come. What fails is tried again, later each
 * time, so `take` may see facts twice; those of a journal that was made anew under the same id come from the start.
 */
export function followJournal(
  journal: Pick<Journal<Envelope>, 'head' | 'subscribe'>,
  take: (facts: readonly Envelope[]) => Promise<void>,
  options: FollowOptions = {},
): Following {
  return new JournalFollower(journal, take, options);
}

class JournalFollower implements Following {
  readonly #journal: Pick<Journal<Envelope>, 'head' | 'subscribe'>;
  readonly #take: (facts: readonly Envelope[]) => Promise<void>;
  readonly #options: FollowOptions;
  readonly #waiting: (() => void)[] = [];
  #seen = 0;
  #retrying = false;
  #closed = false;
  #unsubscribe = (): void => {};
  #endRetry = (): void => {};

  constructor(
    journal: Pick<Journal<Envelope>, 'head' | 'subscribe'>,
    take: (facts: readonly Envelope[]) => Promise<void>,
    options: FollowOptions,
  ) {
    this.#journal = journal;
    this.#take = take;
    this.#options = options;
    this.#follow();
  }

  async caughtUp(): Promise<void> {
    while (!this.#closed && !this.#retrying) {
      const head = await this.#journal.head();
      if (this.#seen >= head) return;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  close(): void {
    this.#closed = true;
    this.#unsubscribe();
    this.#endRetry();
    this.#wake();
  }

  #follow(): void {
    const onError = (error: unknown, retrying: boolean) => {
      if (!retrying && !this.#closed) {
        this.#seen = 0;
        this.#follow();
        this.#wake();
      }
      this.#options.onError?.(error);
    };
    this.#unsubscribe = this.#journal.subscribe({ onError }, async (facts) => {
      for (let waitMs = FIRST_RETRY_MS; !this.#closed; waitMs = Math.min(waitMs * 2, LAST_RETRY_MS)) {
        if (await this.#isTaken(facts)) break;
        await this.#pause(waitMs);
      }
      this.#seen = facts.at(-1)?.seq ?? this.#seen;
      this.#wake();
    });
  }

  async #isTaken(facts: readonly Envelope[]): Promise<boolean> {
    try {
      await this.#take(facts);
      return true;
    } catch (error) {
      // Whoever closed the store wants nothing more of it.
      if (error instanceof JournalError && error.code === 'store-closed') this.close();
      else if (!this.#closed) this.#options.onError?.(error);
      return false;
    }
  }

  async #pause(ms: number): Promise<void> {
    if (this.#closed) return;
    this.#retrying = true;
    this.#wake();
    await new Promise<void>((resolve) => {
      const cancel = (this.#options.timer ?? systemTimer).after(ms, resolve);
      this.#endRetry = () => {
        cancel();
        resolve();
      };
    });
    this.#retrying = false;
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
