import type { LeaseHolder, SessionLeases } from '../../journal/session-leases.ts';
import type { Timer } from '../../kernel/timer.ts';

/** Who leases, and who hears of what happens to leases. */
export interface WorkerLeasesOptions {
  readonly worker: string;
  /** Whether another worker is known to have ended. */
  readonly isGone?: ((worker: string) => boolean) | undefined;
  /** Told of a session that nobody works on though it may be unfinished. */
  readonly onAbandoned: (session: string) => void;
  /** Told of a session that another worker has by now: this one was silent for too long. */
  readonly onLost: (session: string) => void;
  /** Told when this worker has more sessions than its share: so many of those at rest are better given back. */
  readonly onCrowded?: (tooMany: number) => void;
  readonly onError?: ((error: unknown) => void) | undefined;
  /** How long the leases of a worker that fell silent stay with it. */
  readonly ttlMs?: number;
  /** How often it says that it is alive, and looks whether others are. */
  readonly renewMs?: number;
  readonly timer?: Timer;
}

const DEFAULT_TTL_MS = 20_000;
const DEFAULT_RENEW_MS = 1000;
/** So much above the average a worker may have before it gives something back. */
const CROWDED = 1.25;
const FEW = 8;

/** One that keeps no process alive. */
const IDLE_TIMER: Timer = {
  after(ms, run) {
    const timeout = setTimeout(run, ms).unref();
    return () => clearTimeout(timeout);
  },
};

/** The sessions that one worker has, of those that several workers share. */
export class WorkerLeases {
  readonly #leases: SessionLeases;
  readonly #options: WorkerLeasesOptions;
  readonly #timer: Timer;
  readonly #held = new Set<string>();
  /** Sessions that somebody else had when it was looked at last: they are not asked for. */
  readonly #elsewhere = new Set<string>();
  /** Sessions that were wanted and somebody else had, since the last look and since the one before. */
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

  /** Whether this worker has the session from now on. False: another one has it, and is told of what happens in it. */
  async acquire(session: string): Promise<boolean> {
    if (this.#held.has(session)) return true;
    if (this.leaves(session)) return false;
    return await this.#acquiring.ask(session);
  }

  /** Whether another worker has the session as far as is known, without asking. Should it no longer do so, this one is told. */
  leaves(session: string): boolean {
    if (!this.#elsewhere.has(session)) return false;
    this.#refused.add(session);
    return true;
  }

  /** Gives a session back: finished for now, or for another worker to go on with. */
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

  /** Whether another worker fell silent for so long that its leases were taken from it. */
  isDead(worker: string): boolean {
    return this.#dead.has(worker);
  }

  /** Gives everything back; others go on with what is unfinished. */
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
    // At once: what is given back a moment later is not to count on a loop that is over.
    this.#releasing = undefined;
  }

  async #acquire(sessions: readonly string[]): Promise<ReadonlySet<string>> {
    await this.#alive();
    // What is given back and wanted again is not to be lost between the two.
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

  /** Before the first lease: what a worker has that nobody knows of is free for everybody. */
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

  /** Whether one was dismissed that others still took for alive. */
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
      // While it is known to have had something, those who come later can tell that it is dead.
      if (ended || sessions === 0) await this.#leases.dismiss(worker);
    }
    return isNews;
  }

  /**
   * Who has a session works on what happens in it, and gives it back only when nothing is left. Should that worker have
   * died right then, the change that this one left to it would be seen by nobody.
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

/** Questions about sessions: those that are asked together are answered together. */
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
    // At once: who asks a moment later is not to count on a loop that is over.
    this.#answering = undefined;
  }
}
