import { JournalError } from '../../journal/error.ts';
import type { FactStore } from '../../journal/store.ts';
import type { ProjectionChange } from '../../kernel/delivery.ts';
import { type Following, follow } from '../../kernel/follow.ts';
import {
  HostBook,
  type HostJournal,
  hosting,
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
  readonly #following: Following<HostBook>;
  /** What was acted on already. */
  #known = new HostBook();
  #unwatch = (): void => {};
  #recording: Promise<void> = Promise.resolve();

  private constructor(store: FactStore, options: HostedSessionsOptions) {
    this.#store = store;
    this.#journal = openHostJournal(store);
    this.#options = options;
    this.#following = follow(this.#journal, hosting, { onError: options.onError });
  }

  /** Wakes every session that is to be run, and from then on each one that changes. */
  static async open(store: FactStore, options: HostedSessionsOptions): Promise<HostedSessions> {
    const sessions = new HostedSessions(store, options);
    await sessions.#open();
    return sessions;
  }

  get hosted(): HostBook['hosted'] {
    return this.#following.state.hosted;
  }

  get pairs(): readonly PairedSessions[] {
    return this.#following.state.pairs;
  }

  /** The sessions that talk to each other of which this is one, by what the journal says now. */
  async pairOf(session: string): Promise<PairedSessions | undefined> {
    return (await this.#following.catchUp()).pairOf(session);
  }

  /** Has a session run from now on. */
  async host(session: string): Promise<void> {
    await this.#record(() => recordHosted(this.#journal, session));
    this.#options.engine.wake(session);
  }

  /** Lets two sessions talk to each other from now on. */
  async pair(pair: PairedSessions): Promise<void> {
    await this.#record(() => recordPaired(this.#journal, pair));
    await this.host(pair.second);
    await this.host(pair.first);
    await this.#options.pairings?.carryOver(this.#store, pair);
  }

  /** Has two sessions talk to each other no longer. */
  async unpair(pair: PairedSessions & { readonly by?: string }): Promise<void> {
    const known = this.#following.state.pairOf(pair.first);
    await this.#record(() => recordUnpaired(this.#journal, pair));
    await this.#options.pairings?.end(known ?? pair);
  }

  async close(): Promise<void> {
    this.#unwatch();
    this.#following.close();
    await this.#options.pairings?.close();
  }

  async #open(): Promise<void> {
    // Before anything is read: what comes in between is not to be missed.
    this.#unwatch = this.#store.watch((id) => {
      if (id !== this.#journal.id && this.hosted.has(id)) this.#options.engine.wake(id);
    });
    try {
      await this.#following.catchUp();
      this.#following.subscribe((change) => this.#take(change), { now: true });
      await this.#following.caughtUp();
    } catch (error) {
      this.#unwatch();
      this.#following.close();
      throw error;
    }
  }

  async #take({ state, facts, restarted }: ProjectionChange<HostBook>): Promise<void> {
    const { pairings, engine } = this.#options;
    const known = restarted ? new HostBook() : this.#known;
    // What rested because everything was paused has heard nothing since.
    const isResumed = facts.some(({ type }) => type === 'host_resumed');
    for (const session of state.hosted.slice(isResumed ? 0 : known.hosted.size)) engine.wake(session);
    const before = this.#known.pairs;
    const { pairs } = state;
    this.#known = state;
    for (const pair of before.filter((each) => !pairs.some((other) => isSame(each, other)))) {
      await pairings?.end(pair);
    }
    for (const pair of pairs.filter((each) => !before.some((other) => isSame(each, other)))) {
      await pairings?.goOn(this.#store, pair);
    }
  }

  /** One after the other: hundreds that begin at once would overtake each other until some give up. */
  async #record(decide: () => Promise<void>): Promise<void> {
    const recorded = this.#recording.then(() => recordNow(decide));
    this.#recording = recorded.catch(() => {});
    await recorded;
    await this.#following.catchUp();
  }
}

/** Another one may have deleted the journal since it was read: then it is read from the start. */
async function recordNow(decide: () => Promise<void>): Promise<void> {
  try {
    await decide();
  } catch (error) {
    if (!(error instanceof JournalError) || error.code !== 'invalid-seq') throw error;
    await decide();
  }
}

function isSame(one: PairedSessions, other: PairedSessions): boolean {
  return one.first === other.first && one.second === other.second;
}
