import type { Fact } from '../../journal/fact.ts';
import type { FactStore } from '../../journal/store.ts';
import { watchErasures } from '../erasures.ts';
import type { ReopeningStore } from '../reopening-store.ts';
import type { SessionJournal } from './editor-planner.ts';

export interface FollowedFactsOptions {
  readonly journal: SessionJournal;
  readonly store: FactStore;
  readonly place: ReopeningStore;
  /** Told of what is new in the journal, and of everything in it. */
  readonly onNews: (news: readonly Fact[], all: readonly Fact[]) => Promise<void>;
  /** Told of everything in the journal when something was erased. */
  readonly onErased: (all: readonly Fact[]) => Promise<void>;
  /** The store was deleted, and the journal with it. */
  readonly onGone: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** The facts of a journal, kept up to date, whichever process appends them. */
export class FollowedFacts {
  readonly #options: FollowedFactsOptions;
  #all: readonly Fact[] = [];
  #turn: Promise<void> = Promise.resolve();
  #waiting = new Set<() => void>();
  #stop = (): void => {};
  #closed = false;

  constructor(options: FollowedFactsOptions) {
    this.#options = options;
  }

  get all(): readonly Fact[] {
    return this.#all;
  }

  /** The last seq that is known. */
  get head(): number {
    return this.#all.at(-1)?.seq ?? 0;
  }

  /** Reads what is there, of which nobody is told, and follows what comes. */
  async begin(): Promise<void> {
    const { journal, store, place, onGone, onError } = this.#options;
    this.#all = await this.#read(1);
    const look = () => void this.catchUp().catch((error: unknown) => this.#closed || onError(error));
    // From a fact that is known, because only then it is noticed when the journal is another one.
    const unsubscribe = journal.subscribe(
      { from: Math.max(this.head, 1), onError: (error) => this.#closed || onError(error) },
      look,
    );
    const unwatch = watchErasures(store, { journal: journal.id }, () => this.#readAnew());
    const forget = place.onReplaced(() => {
      this.close();
      onGone().catch(onError);
    });
    this.#stop = () => {
      unsubscribe();
      unwatch();
      forget();
    };
  }

  /** Resolves when everything that is in the journal has been told. */
  async catchUp(): Promise<void> {
    const turn = this.#turn.then(() => this.#takeNews());
    this.#turn = turn.catch(() => undefined);
    await turn;
  }

  /** Resolves when the facts are as wanted. */
  async until(isReached: (all: readonly Fact[]) => boolean): Promise<void> {
    await this.catchUp();
    while (!isReached(this.#all) && !this.#closed) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  close(): void {
    this.#closed = true;
    this.#stop();
    this.#wake();
  }

  async #takeNews(): Promise<void> {
    if (this.#closed) return;
    const news = await this.#read(this.head + 1);
    if (news.length === 0) return;
    this.#all = [...this.#all, ...news];
    await this.#options.onNews(news, this.#all);
    this.#wake();
  }

  /** Something was erased: what was read before may hold it. */
  async #readAnew(): Promise<void> {
    const turn = this.#turn.then(async () => {
      if (this.#closed) return;
      this.#all = await this.#read(1);
      await this.#options.onErased(this.#all);
    });
    this.#turn = turn.catch(this.#options.onError);
    await this.#turn;
  }

  async #read(from: number): Promise<readonly Fact[]> {
    // Every fact has the fields of its payload, whichever types the journal is held to.
    return (await this.#options.journal.facts({ from })) as unknown as readonly Fact[];
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const wake of waiting) wake();
  }
}
