import type { SessionLeases } from '../../journal/session-leases.ts';
import type { FactStore } from '../../journal/store.ts';
import type { SessionEngine, WakeCause } from './session-engine.ts';
import { type IdleSession, SessionPool, type SessionPoolOptions } from './session-pool.ts';
import { WorkerLeases } from './worker-leases.ts';

/** Options for running sessions in this process. */
export interface InProcessOptions
  extends Omit<SessionPoolOptions, 'keep' | 'mayWork' | 'onClosed' | 'onUnknownPlanner'> {
  /** How long an idle session is kept in memory. */
  readonly idleMs?: number;
  /** Called when a session starts running, becomes idle, or is unloaded. */
  readonly onChange?: (session: string) => void;
}

/** A session that is running or waits for its turn. */
interface Work {
  /** Whether something happened since it was looked at, and if it was more than a change of the journal. */
  woken: 'no' | 'changed' | 'yes';
  readonly stop: AbortController;
}

const DEFAULT_AT_ONCE = 64;
const DEFAULT_IDLE_MS = 10 * 60_000;
const MAX_SWEEP_MS = 30_000;
const RETRY_MS = 2000;

/** How long a process of this machine may be too busy to send a heartbeat. */
const LOCAL_TTL_MS = 60_000;
/** How long an idle session that another worker could run as well stays here. */
const SETTLED_MS = 2000;

/**
 * Runs sessions in this process, with the same pool as a worker of another engine. An idle session is unloaded
 * after a while, and loaded again when it is woken. If several processes share the store, each session is run by
 * one of them at a time, and by another within seconds after that one died.
 */
export class InProcessEngine implements SessionEngine {
  readonly #pool: SessionPool;
  readonly #options: InProcessOptions;
  readonly #works = new Map<string, Work>();
  /** Sessions to check again at a later time. */
  readonly #later = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #sweep: ReturnType<typeof setInterval>;
  readonly #leases: WorkerLeases | undefined;
  #closed = false;

  constructor(store: FactStore, options: InProcessOptions) {
    const { atOnce = DEFAULT_AT_ONCE, idleMs = DEFAULT_IDLE_MS } = options;
    const leases = store.leases && this.#leasesOf(store, store.leases, options);
    this.#leases = leases;
    this.#pool = new SessionPool(store, {
      ...options,
      atOnce,
      keep: atOnce,
      ...(leases && {
        isGone: (worker) => leases.isDead(worker) || options.isGone?.(worker) === true,
        mayWork: (session) => leases.acquire(session),
        onClosed: (session) => this.#releaseIfIdle(session),
        onUnknownPlanner: (session) => leases.decline(session),
      }),
    });
    this.#options = options;
    const sweepMs = Math.min(idleMs, MAX_SWEEP_MS);
    this.#sweep = setInterval(() => void this.#putToRest(idleMs), sweepMs).unref();
  }

  get waiting(): number {
    const { atOnce = DEFAULT_AT_ONCE } = this.#options;
    return Math.max(0, this.#works.size - atOnce) + this.#later.size;
  }

  isAtWork(session: string): boolean {
    return this.#works.has(session) || this.#pool.has(session);
  }

  isBusy(session: string): boolean {
    return this.#works.has(session);
  }

  wake(session: string, { changed = false }: WakeCause = {}): void {
    if (this.#closed) return;
    const work = this.#works.get(session);
    if (work) work.woken = changed && work.woken !== 'yes' ? 'changed' : 'yes';
    else if (!this.#leases?.leaves(session)) void this.#work(session);
  }

  async rest(session: string): Promise<void> {
    clearTimeout(this.#later.get(session));
    this.#later.delete(session);
    const work = this.#works.get(session);
    if (work) work.woken = 'no';
    work?.stop.abort();
    await this.#pool.forget(session);
    this.#leases?.release(session);
    this.#changed(session);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweep);
    for (const timer of this.#later.values()) clearTimeout(timer);
    const unfinished = [...this.#works.keys(), ...this.#later.keys()];
    await this.#pool.close();
    await this.#leases?.close(unfinished);
  }

  #leasesOf(
    { directory }: FactStore,
    leases: SessionLeases,
    { worker, isGone, onError }: InProcessOptions,
  ): WorkerLeases {
    return new WorkerLeases(leases, {
      // Processes that share a file are on one machine, and one that has ended is noticed at once.
      ...(directory !== undefined && { ttlMs: LOCAL_TTL_MS }),
      worker,
      isGone,
      onError,
      onAbandoned: (session) => this.wake(session),
      onLost: (session) => void this.rest(session),
      onCrowded: (tooMany) => void this.#giveBack(tooMany),
    });
  }

  async #giveBack(tooMany: number): Promise<void> {
    const resting = this.#pool.restingSince(Date.now() - SETTLED_MS);
    const free = resting.filter((session) => !this.#later.has(session));
    for (const session of free.slice(0, tooMany)) {
      await this.#pool.forget(session);
      this.#changed(session);
    }
  }

  /** A session that waits for a retry stays with this process, so that another one takes it over if this one dies. */
  #releaseIfIdle(session: string): void {
    const isNeeded = this.#works.has(session) || this.#later.has(session) || this.#pool.has(session);
    if (!isNeeded && !this.#closed) this.#leases?.release(session);
  }

  async #work(session: string): Promise<void> {
    const work: Work = { woken: 'yes', stop: new AbortController() };
    const { signal } = work.stop;
    clearTimeout(this.#later.get(session));
    this.#later.delete(session);
    this.#works.set(session, work);
    this.#changed(session);
    let againInMs: number | undefined;
    let rest: IdleSession | undefined;
    try {
      while (work.woken !== 'no' && !signal.aborted) {
        const isForced = work.woken === 'yes';
        work.woken = 'no';
        // Most of what happens while it is worked on is its own doing.
        if (!isForced && rest && (await this.#pool.isSeen(session, rest))) continue;
        rest = await this.#pool.bringToRest(session, signal);
        againInMs = rest?.againInMs;
      }
    } catch (error) {
      if (!signal.aborted && !this.#closed) {
        this.#options.onError?.(error, session);
        // Nobody may report it again.
        againInMs = RETRY_MS;
      }
    }
    this.#works.delete(session);
    if (againInMs !== undefined && !this.#closed && !signal.aborted) {
      this.#later.set(session, setTimeout(() => this.wake(session), againInMs).unref());
    }
    this.#releaseIfIdle(session);
    this.#changed(session);
    // Something happened after it was put to rest.
    if (signal.aborted && work.woken !== 'no') this.wake(session);
  }

  async #putToRest(idleMs: number): Promise<void> {
    for (const session of this.#pool.restingSince(Date.now() - idleMs)) {
      await this.#pool.forget(session);
      this.#changed(session);
    }
  }

  #changed(session: string): void {
    this.#options.onChange?.(session);
  }
}
