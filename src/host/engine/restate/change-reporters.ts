import { sha256 } from '../../../journal/integrity/sha256.ts';
import type { SessionLeases } from '../../../journal/session-leases.ts';
import type { Timer } from '../../../kernel/timer.ts';

/** Which process this is, and who hears of what others left undone. */
export interface ChangeReportersOptions {
  /** A name of this process, unlike that of any other. All that report to one engine have the same `group`. */
  readonly name: string;
  readonly group: string;
  /** Whether another process is known to have ended. */
  readonly isGone: (name: string) => boolean;
  /** Told of a session whose change was left to a process that is gone. */
  readonly onAbandoned: (session: string) => void;
  readonly timer?: Timer;
  readonly now?: () => number;
}

const RENEW_MS = 1000;
/** Whoever is silent for so long has its sessions reported by others as well. */
const TTL_MS = 5000;
/** What was left to another process longer ago than this was reported, or another one has noticed that it was not. */
const REMEMBERED_MS = 30_000;

const IDLE_TIMER: Timer = {
  after(ms, run) {
    const timeout = setTimeout(run, ms).unref();
    return () => clearTimeout(timeout);
  },
};

/**
 * Shares out who tells an engine of the changes of a session: one of the processes that live, by rendezvous hashing, and not
 * all of them. A process that cannot be sure reports: to report twice costs a call, and not to report a session's turn.
 */
export class ChangeReporters {
  readonly #leases: SessionLeases;
  readonly #options: ChangeReportersOptions;
  readonly #timer: Timer;
  readonly #now: () => number;
  /** Sessions that were left to others, and when. */
  readonly #left = new Map<string, number>();
  #living: readonly string[] = [];
  #renewal: Promise<void> | undefined;
  #cancel = (): void => {};
  #isClosed = false;

  constructor(leases: SessionLeases, options: ChangeReportersOptions) {
    this.#leases = leases;
    this.#options = options;
    this.#timer = options.timer ?? IDLE_TIMER;
    this.#now = options.now ?? Date.now;
  }

  /** Whether this process is to report a change of the session. Otherwise it is told should the other one be gone. */
  isMine(session: string): boolean {
    this.#renewal ??= this.#renew();
    if (this.#isOwn(session)) return true;
    this.#left.delete(session);
    this.#left.set(session, this.#now());
    return false;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel();
    if (this.#renewal === undefined) return;
    await this.#renewal;
    // The store may be gone already: then others notice by the silence.
    await this.#leases.dismiss(this.#name).catch(() => {});
  }

  get #name(): string {
    return `${this.#options.group}!${this.#options.name}`;
  }

  #isOwn(session: string): boolean {
    const own = weight(this.#name, session);
    return this.#living.every((other) => weight(other, session) <= own);
  }

  async #renew(): Promise<void> {
    if (this.#isClosed) return;
    try {
      await this.#leases.renew(this.#name, TTL_MS);
      await this.#look();
    } catch {
      // Whoever reads the store meets the same failure, and has somebody to tell it to.
      this.#living = [];
    }
    this.#reportAbandoned();
    if (this.#isClosed) return;
    this.#cancel = this.#timer.after(RENEW_MS, () => {
      this.#renewal = this.#renew();
    });
  }

  async #look(): Promise<void> {
    const { group, isGone } = this.#options;
    const { holders } = await this.#leases.survey();
    const all = holders.filter(({ worker }) => worker.startsWith(`${group}!`));
    const living = all.filter(({ worker, isAlive }) => isAlive && !isGone(worker));
    for (const { worker } of all) if (isGone(worker)) await this.#leases.dismiss(worker);
    this.#living = living.map(({ worker }) => worker);
  }

  #reportAbandoned(): void {
    const oldest = this.#now() - REMEMBERED_MS;
    for (const [session, since] of this.#left) {
      const isOwn = !this.#isClosed && this.#isOwn(session);
      if (isOwn || since < oldest) this.#left.delete(session);
      if (isOwn) this.#options.onAbandoned(session);
    }
  }
}

function weight(name: string, session: string): string {
  return sha256(`${name} ${session}`);
}
