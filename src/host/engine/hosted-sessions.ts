import { JournalError } from '../../journal/error.ts';
import type { FactStore } from '../../journal/store.ts';
import {
  HostBook,
  type HostJournal,
  openHostJournal,
  type PairedSessions,
  recordHosted,
  recordPaired,
  recordUnpaired,
} from './host-book.ts';
import type { SessionEngine } from './session-engine.ts';
import type { SessionPairings } from './session-pairings.ts';

/** Who works on the sessions, and who hears of troubles. */
export interface HostedSessionsOptions {
  readonly engine: Pick<SessionEngine, 'wake'>;
  /** What carries messages over in this process; without it the engine does. */
  readonly pairings?: SessionPairings;
  readonly onError?: (error: unknown) => void;
}

/**
 * The sessions of a store that are to be run, whoever began them. Which ones stands in a journal that all hosts of the
 * store share, so that any of them goes on with what another one began. Every change of one of them wakes it.
 */
export class HostedSessions {
  readonly #store: FactStore;
  readonly #journal: HostJournal;
  readonly #options: HostedSessionsOptions;
  #book = new HostBook();
  #unwatch = (): void => {};
  #reading: Promise<void> | undefined;
  #readAgain = false;
  #recording: Promise<void> = Promise.resolve();

  private constructor(store: FactStore, options: HostedSessionsOptions) {
    this.#store = store;
    this.#journal = openHostJournal(store);
    this.#options = options;
  }

  /** Wakes every session that is to be run, and from then on each one that changes. */
  static async open(store: FactStore, options: HostedSessionsOptions): Promise<HostedSessions> {
    const sessions = new HostedSessions(store, options);
    await sessions.#open();
    return sessions;
  }

  get hosted(): ReadonlySet<string> {
    return this.#book.hosted;
  }

  get pairs(): readonly PairedSessions[] {
    return this.#book.pairs;
  }

  /** The sessions that talk to each other of which this is one, by what the journal says now. */
  async pairOf(session: string): Promise<PairedSessions | undefined> {
    await this.#readNews();
    return this.#book.pairOf(session);
  }

  /** Has a session run from now on. */
  async host(session: string): Promise<void> {
    await this.#record((book) => recordHosted(this.#journal, session, book));
    this.#options.engine.wake(session);
  }

  /** Lets two sessions talk to each other from now on. */
  async pair(pair: PairedSessions): Promise<void> {
    await this.#record((book) => recordPaired(this.#journal, pair, book));
    await this.host(pair.second);
    await this.host(pair.first);
    await this.#options.pairings?.carryOver(this.#store, pair);
  }

  /** Has two sessions talk to each other no longer. */
  async unpair(pair: PairedSessions & { readonly by?: string }): Promise<void> {
    const known = this.#book.pairOf(pair.first);
    await this.#record((book) => recordUnpaired(this.#journal, pair, book));
    await this.#options.pairings?.end(known ?? pair);
  }

  async close(): Promise<void> {
    this.#unwatch();
    await this.#options.pairings?.close();
  }

  async #open(): Promise<void> {
    // Before anything is read: what comes in between is not to be missed.
    this.#unwatch = this.#store.watch((id) => {
      if (id === this.#journal.id) this.#takeNews();
      else if (this.#book.hosted.has(id)) this.#options.engine.wake(id);
    });
    try {
      await this.#readNews();
    } catch (error) {
      this.#unwatch();
      throw error;
    }
  }

  #takeNews(): void {
    this.#readAgain = true;
    this.#reading ??= this.#readWhileTold().finally(() => {
      this.#reading = undefined;
    });
  }

  async #readWhileTold(): Promise<void> {
    while (this.#readAgain) {
      this.#readAgain = false;
      await this.#readNews().catch((error: unknown) => this.#options.onError?.(error));
    }
  }

  async #readNews(): Promise<void> {
    const { pairings, engine } = this.#options;
    let news = await this.#journal.facts({ from: Math.max(1, this.#book.head) });
    if (this.#book.head > 0 && news.length === 0) {
      this.#book = new HostBook();
      news = await this.#journal.facts();
    }
    const known = this.#book.pairs;
    const { head } = this.#book;
    const begun = this.#book.accept(news);
    // What rested because everything was paused has heard nothing since.
    const isResumed = news.some(({ type, seq }) => type === 'host_resumed' && seq > head);
    for (const session of isResumed ? this.#book.hosted : begun) engine.wake(session);
    const { pairs } = this.#book;
    for (const pair of known.filter((each) => !pairs.includes(each))) await pairings?.end(pair);
    for (const pair of pairs.filter((each) => !known.includes(each))) {
      await pairings?.goOn(this.#store, pair);
    }
  }

  /** One after the other: hundreds that begin at once would overtake each other until some give up. */
  async #record(decide: (book: HostBook) => Promise<void>): Promise<void> {
    const recorded = this.#recording.then(() => this.#recordNow(decide));
    this.#recording = recorded.catch(() => {});
    await recorded;
  }

  /** Another one may have deleted the journal since it was read: then it is read from the start. */
  async #recordNow(decide: (book: HostBook) => Promise<void>): Promise<void> {
    try {
      await decide(this.#book);
    } catch (error) {
      if (!(error instanceof JournalError) || error.code !== 'invalid-seq') throw error;
      this.#book = new HostBook();
      await decide(this.#book);
    }
  }
}
