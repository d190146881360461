import { JournalError } from '../../journal/error.ts';
import type { Envelope } from '../../journal/fact.ts';
import { type Journal, openJournal } from '../../journal/journal.ts';
import type { FactStore } from '../../journal/store.ts';
import type { ProjectionChange } from '../../kernel/projection/delivery.ts';
import { type Following, follow } from '../../kernel/projection/follow.ts';
import { SerialQueue } from '../../kernel/work/serial-queue.ts';
import { publishedTasksOf } from '../a2a/published/published-tasks.ts';
import {
  HostFold,
  type HostJournal,
  hosting,
  openHostJournal,
  type PairedSessions,
  recordHosted,
  recordPaired,
  recordUnpaired,
} from './host-fold.ts';
import type { SessionEngine } from './session-engine.ts';

/** Who runs the sessions, and who is told about failures. */
export interface HostedSessionsOptions {
  readonly engine: Pick<SessionEngine, 'wake' | 'rest'>;
  readonly onError?: (error: unknown) => void;
}

/**
 * The sessions of a store to run, whoever started them. A journal that all hosts of the store share lists them, so
 * that any host can continue what another started. Every change of one of them wakes it.
 */
export class HostedSessions {
  readonly #store: FactStore;
  readonly #journal: HostJournal;
  readonly #options: HostedSessionsOptions;
  readonly #following: Following<HostFold>;
  /** What has been processed already. */
  #known = new HostFold();
  /** The journals of sessions that run as long as they are published. */
  readonly #published = new Map<string, Journal<Envelope>>();
  #unwatch = (): void => {};
  /** One after the other: hundreds that start at once would overtake each other until some give up. */
  readonly #records = new SerialQueue();

  private constructor(store: FactStore, options: HostedSessionsOptions) {
    this.#store = store;
    this.#journal = openHostJournal(store);
    this.#options = options;
    this.#following = follow(this.#journal, hosting, { onError: options.onError });
  }

  /** Wakes every session to run, and from then on each one that changes. */
  static async open(store: FactStore, options: HostedSessionsOptions): Promise<HostedSessions> {
    const sessions = new HostedSessions(store, options);
    await sessions.#open();
    return sessions;
  }

  get hosted(): HostFold['hosted'] {
    return this.#following.state.hosted;
  }

  get pairs(): readonly PairedSessions[] {
    return this.#following.state.pairs;
  }

  /** Starts running a session. */
  async host(session: string): Promise<void> {
    await this.#record(() => recordHosted(this.#journal, session));
    this.#options.engine.wake(session);
  }

  /**
   * Runs a session as long as it is published, until this is closed. Nothing is recorded: whoever asks for it says
   * so.
   */
  runPublished(session: string): void {
    // Read untyped, whatever facts its planner has.
    if (!this.#published.has(session)) this.#published.set(session, openJournal(this.#store, session));
    this.#options.engine.wake(session);
  }

  /** Lets two sessions talk to each other from now on. */
  async pair(pair: PairedSessions): Promise<void> {
    await this.#record(() => recordPaired(this.#journal, pair));
    await this.host(pair.second);
    await this.host(pair.first);
  }

  /** Ends that. */
  async unpair(pair: PairedSessions & { readonly by?: string }): Promise<void> {
    await this.#record(() => recordUnpaired(this.#journal, pair));
  }

  async close(): Promise<void> {
    this.#unwatch();
    this.#following.close();
  }

  async #open(): Promise<void> {
    // Before anything is read, so that no change in between is missed.
    this.#unwatch = this.#store.watch((id) => {
      if (id === this.#journal.id) return;
      if (this.hosted.has(id)) this.#options.engine.wake(id, { changed: true });
      else void this.#wakePublished(id).catch((error) => this.#options.onError?.(error));
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

  async #wakePublished(session: string): Promise<void> {
    const journal = this.#published.get(session);
    if (journal === undefined) return;
    const { engine } = this.#options;
    if ((await publishedTasksOf(journal)).publication !== undefined)
      return engine.wake(session, { changed: true });
    this.#published.delete(session);
    await engine.rest(session);
  }

  #take({ state, facts, restarted }: ProjectionChange<HostFold>): void {
    const { engine } = this.#options;
    const known = restarted ? new HostFold() : this.#known;
    // A session that was idle because of a pause has received nothing since.
    const resumed = facts.findLast(({ type }) => type === 'host_resumed')?.seq;
    const cause = resumed === undefined ? {} : { resumed };
    for (const session of state.hosted.slice(resumed === undefined ? known.hosted.size : 0))
      engine.wake(session, cause);
    if (resumed !== undefined) for (const session of this.#published.keys()) engine.wake(session, cause);
    const before = this.#known.pairs;
    const { pairs } = state;
    this.#known = state;
    const isIn = (list: readonly PairedSessions[]) => (pair: PairedSessions) =>
      list.some((each) => isSame(each, pair));
    const [isBefore, isNow] = [isIn(before), isIn(pairs)];
    const changed = [...before.filter((pair) => !isNow(pair)), ...pairs.filter((pair) => !isBefore(pair))];
    // Whoever runs them starts or stops transferring messages.
    for (const { first, second } of changed) for (const session of [first, second]) engine.wake(session);
  }

  async #record(decide: () => Promise<void>): Promise<void> {
    await this.#records.run(() => recordNow(decide));
    await this.#following.catchUp();
  }
}

/** Another host may have deleted the journal since it was read: then it is read from the start. */
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
