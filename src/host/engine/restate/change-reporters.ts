import { sha256 } from '../../../journal/integrity/sha256.ts';
import type { SessionLeases } from '../../../journal/session-leases.ts';
import type { Timer } from '../../../kernel/timer.ts';

/** This process, and who is told about what others left undone. */
export interface ChangeReportersOptions {
  /** A unique name of this process. All that report to one engine have the same `group`. */
  readonly name: string;
  readonly group: string;
  /** Whether another process is known to have ended. */
  readonly isGone: (name: string) => boolean;
  /** Called for a session whose change was left to a dead process. */
  readonly onAbandoned: (session: string) => void;
  readonly timer?: Timer;
  readonly now?: () => number;
}

const RENEW_MS = 1000;
/** After this much silence of a process, others report its sessions as well. */
const TTL_MS = 5000;
/**
 * Changes left to another process longer ago than this were reported, or another process has noticed that they were
 * not.
 */
const REMEMBERED_MS = 30_000;

const IDLE_TIMER: Timer = {
  after(ms, run) {
    const timeout = setTimeout(run, ms).unref();
    return () => clearTimeout(timeout);
  },
};

/**
 * Decides which process reports the changes of a session to an engine: one of the live ones, by rendezvous hashing.
 * A process that is unsure reports: a duplicate costs a call, a missing report costs a session's turn.
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

  /** Whether this process has to report a change of the session. Otherwise it is notified if the other one is gone. */
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
    // The store may be gone already: then others notice the silence.
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
      // Whoever reads the store gets the same failure, and can report it.
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
