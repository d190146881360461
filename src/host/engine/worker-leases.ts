import type { LeaseHolder, SessionLeases } from '../../journal/session-leases.ts';
import type { Timer } from '../../kernel/timer.ts';

/** The leasing worker, and who is told about leases. */
export interface WorkerLeasesOptions {
  readonly worker: string;
  /** Whether another worker is known to have ended. */
  readonly isGone?: ((worker: string) => boolean) | undefined;
  /** Called for a session that nobody runs although it may be unfinished. */
  readonly onAbandoned: (session: string) => void;
  /** Called for a session that another worker has by now: this one was unresponsive for too long. */
  readonly onLost: (session: string) => void;
  /** Called when this worker has more than its share of sessions, with the number of idle ones to release. */
  readonly onCrowded?: (tooMany: number) => void;
  readonly onError?: ((error: unknown) => void) | undefined;
  /** How long an unresponsive worker keeps its leases. */
  readonly ttlMs?: number;
  /** How often it sends a heartbeat, and checks those of others. */
  readonly renewMs?: number;
  readonly timer?: Timer;
}

const DEFAULT_TTL_MS = 20_000;
const DEFAULT_RENEW_MS = 1000;
/** How far above the average a worker may be before it releases sessions. */
const CROWDED = 1.25;
const FEW = 8;

/** A timer that keeps no process alive. */
const IDLE_TIMER: Timer = {
  after(ms, run) {
    const timeout = setTimeout(run, ms).unref();
    return () => clearTimeout(timeout);
  },
};

/** The sessions leased by one of several workers. */
export class WorkerLeases {
  readonly #leases: SessionLeases;
  readonly #options: WorkerLeasesOptions;
  readonly #timer: Timer;
  readonly #held = new Set<string>();
  /** Sessions that somebody else had at the last check: they are not requested. */
  readonly #elsewhere = new Set<string>();
  /** Requested sessions that somebody else had, since the last check and since the one before. */
  #refused = new Set<string>();
  #refusedBefore = new Set<string>();
  /** Sessions that this worker cannot run: it leaves them to others. */
  readonly #declined = new Set<string>();
  readonly #dead = new Set<string>();
  readonly #acquiring = new Questions((sessions) => this.#acquire(sessions));
  readonly #finished = new Set<string>();
  readonly #unfinished = new Set<string>();
  #releasing: Promise<void> | undefined;
  #renewal: Promise<void> | undefined;
  #cancel = (): void => {};
  #isClosed = false;

  constructor(leases: SessionLeases, options: WorkerLeasesOptions) {
    this.#leases = leases;
    this.#options = options;
    this.#timer = options.timer ?? IDLE_TIMER;
  }

  /** Whether this worker has the session from now on. False: another one has it, and is notified of its changes. */
  async acquire(session: string): Promise<boolean> {
    if (this.#held.has(session)) return true;
    if (this.leaves(session)) return false;
    return await this.#acquiring.ask(session);
  }

  /**
   * Whether another worker has the session, as far as is known without asking. If it no longer does, this one is
   * notified.
   */
  leaves(session: string): boolean {
    if (!this.#elsewhere.has(session)) return false;
    this.#refused.add(session);
    return true;
  }

  /** Releases a session: finished for now, or for another worker to continue. */
  release(session: string, { unfinished = false } = {}): void {
    if (!this.#held.delete(session)) return;
    (unfinished ? this.#unfinished : this.#finished).add(session);
    this.#releasing ??= this.#releaseAll();
  }

  /** Leaves a session to workers that can run it. */
  decline(session: string): void {
    this.#declined.add(session);
    this.release(session, { unfinished: true });
  }

  /** Whether another worker was unresponsive for so long that its leases were taken. */
  isDead(worker: string): boolean {
    return this.#dead.has(worker);
  }

  /** Releases everything; others continue unfinished sessions. */
  async close(unfinished: Iterable<string>): Promise<void> {
    this.#isClosed = true;
    this.#cancel();
    await this.#acquiring.answered;
    await this.#renewal;
    const open = new Set(unfinished);
    for (const session of [...this.#held]) this.release(session, { unfinished: open.has(session) });
    await this.#releasing;
    if (this.#renewal === undefined) return;
    try {
      await this.#leases.dismiss(this.#options.worker);
    } catch (error) {
      this.#failed(error);
    }
  }

  async #releaseAll(): Promise<void> {
    await Promise.resolve();
    const { worker } = this.#options;
    while (this.#finished.size + this.#unfinished.size > 0) {
      const [finished, unfinished] = [[...this.#finished], [...this.#unfinished]];
      this.#finished.clear();
      this.#unfinished.clear();
      try {
        if (finished.length > 0) await this.#leases.release(worker, finished);
        if (unfinished.length > 0) await this.#leases.release(worker, unfinished, { unfinished: true });
      } catch (error) {
        this.#failed(error);
      }
    }
    // At once: a release a moment later must not rely on a loop that has ended.
    this.#releasing = undefined;
  }

  async #acquire(sessions: readonly string[]): Promise<ReadonlySet<string>> {
    await this.#alive();
    // A session that is released and requested again must not be lost in between.
    await this.#releasing;
    const acquired = new Set(await this.#leases.acquire(this.#options.worker, sessions));
    for (const session of sessions) {
      if (acquired.has(session)) this.#held.add(session);
      else this.#refuse(session);
    }
    return acquired;
  }

  #refuse(session: string): void {
    this.#elsewhere.add(session);
    this.#refused.add(session);
  }

  /** Before the first lease: the leases of an unknown worker are free for everybody. */
  async #alive(): Promise<void> {
    this.#renewal ??= this.#renew();
    await this.#renewal;
  }

  async #renew(): Promise<void> {
    const { worker, ttlMs = DEFAULT_TTL_MS, renewMs = DEFAULT_RENEW_MS } = this.#options;
    try {
      const wasAlive = await this.#leases.renew(worker, ttlMs);
      if (!wasAlive && this.#held.size > 0) await this.#checkHeld();
      await this.#look();
    } catch (error) {
      this.#failed(error);
    }
    if (this.#isClosed) return;
    this.#cancel = this.#timer.after(renewMs, () => {
      this.#renewal = this.#renew();
    });
  }

  /** After a silence: others may have taken over. */
  async #checkHeld(): Promise<void> {
    const before = [...this.#held];
    const kept = new Set(await this.#leases.acquire(this.#options.worker, before));
    for (const session of before) {
      if (kept.has(session)) continue;
      this.#held.delete(session);
      this.#options.onLost(session);
    }
  }

  async #look(): Promise<void> {
    const survey = await this.#leases.survey();
    const { holders, abandoned } = (await this.#dismissDead(survey.holders))
      ? await this.#leases.survey()
      : survey;
    await this.#lookAtRefused();
    if (this.#isClosed) return;
    for (const session of abandoned) this.#abandoned(session);
    this.#share(holders);
  }

  #abandoned(session: string): void {
    this.#elsewhere.delete(session);
    if (!this.#declined.has(session)) this.#options.onAbandoned(session);
  }

  /** Whether one was dismissed that others still considered alive. */
  async #dismissDead(holders: readonly LeaseHolder[]): Promise<boolean> {
    const { worker: own, isGone } = this.#options;
    let isNews = false;
    for (const { worker, isAlive, sessions } of holders) {
      const ended = worker !== own && isGone?.(worker) === true;
      if (worker === own || (isAlive && !ended)) {
        this.#dead.delete(worker);
        continue;
      }
      this.#dead.add(worker);
      isNews ||= isAlive;
      // While it is known to have had something, later workers can tell that it is dead.
      if (ended || sessions === 0) await this.#leases.dismiss(worker);
    }
    return isNews;
  }

  /**
   * Whoever has a session processes its changes, and releases it only when nothing is left. If that worker died at
   * that moment, nobody would see the change that this one left to it.
   */
  async #lookAtRefused(): Promise<void> {
    const wanted = this.#refusedBefore;
    this.#refusedBefore = this.#refused;
    this.#refused = new Set();
    const asked = [...new Set([...this.#elsewhere, ...wanted])];
    if (asked.length === 0) return;
    const leased = new Set(await this.#leases.leased(asked));
    for (const session of asked) {
      if (leased.has(session)) continue;
      this.#elsewhere.delete(session);
      if (wanted.has(session)) this.#abandoned(session);
    }
  }

  #share(holders: readonly LeaseHolder[]): void {
    const living = holders.filter(({ isAlive, worker }) => isAlive && !this.#dead.has(worker));
    const all = living.reduce((sum, { sessions }) => sum + sessions, 0);
    const fair = Math.ceil((all / Math.max(1, living.length)) * CROWDED) + FEW;
    if (this.#held.size > fair) this.#options.onCrowded?.(this.#held.size - fair);
  }

  #failed(error: unknown): void {
    if (!this.#isClosed) this.#options.onError?.(error);
  }
}

/** Requests about sessions that are batched. */
class Questions {
  readonly #answer: (sessions: readonly string[]) => Promise<ReadonlySet<string>>;
  #asked = new Map<string, PromiseWithResolvers<boolean>>();
  #answering: Promise<void> | undefined;

  /** Resolves to those of the sessions for which the answer is yes. */
  constructor(answer: (sessions: readonly string[]) => Promise<ReadonlySet<string>>) {
    this.#answer = answer;
  }

  get answered(): Promise<void> | undefined {
    return this.#answering;
  }

  async ask(session: string): Promise<boolean> {
    const asked = this.#asked.get(session) ?? Promise.withResolvers<boolean>();
    this.#asked.set(session, asked);
    this.#answering ??= this.#answerAll();
    return await asked.promise;
  }

  async #answerAll(): Promise<void> {
    await Promise.resolve();
    while (this.#asked.size > 0) {
      const asked = this.#asked;
      this.#asked = new Map();
      try {
        const yes = await this.#answer([...asked.keys()]);
        for (const [session, { resolve }] of asked) resolve(yes.has(session));
      } catch (error) {
        for (const { reject } of asked.values()) reject(error);
      }
    }
    // At once: a request a moment later must not rely on a loop that has ended.
    this.#answering = undefined;
  }
}
