import { sha256 } from '../../../journal/integrity/sha256.ts';
import type { LeaseHolder, SessionLeases } from '../../../journal/session-leases.ts';
import type { Timer } from '../../../kernel/timer.ts';

/** The processes that work on sessions, as far as is known. */
export interface Homes {
  readonly living: ReadonlySet<string>;
  /** Those that have sent no heartbeat for a moment: they may be dead, or slow and still at work. */
  readonly silent: ReadonlySet<string>;
}

/** This process, and who to notify about what others left undone. */
export interface ChangeReportersOptions {
  /** A unique name of this process. All that report to one engine have the same `group`. */
  readonly name: string;
  /** The address at which others reach this process, if it is a worker. */
  readonly home?: string | undefined;
  readonly group: string;
  /** Whether another process is known to have ended. */
  readonly isGone: (name: string) => boolean;
  /** Called for a session whose change was left to a dead process. */
  readonly onAbandoned: (session: string) => void;
  /** Called regularly with the known homes. */
  readonly onHomes?: (homes: Homes) => void;
  readonly timer?: Timer;
  readonly now?: () => number;
}

const RENEW_MS = 1000;
/** After this much silence of a process, others report its sessions as well. */
const TTL_MS = 5000;
/** After this much silence of a home, others do its work: as long as a worker keeps its leases without an engine. */
const LOST_MS = 20_000;
/**
 * Changes left to another process longer ago than this were reported, or another process has noticed that they were
 * not.
 */
const REMEMBERED_MS = 30_000;
const MAX_KNOWN = 10_000;
const MAX_DEAD = 1000;

const IDLE_TIMER: Timer = {
  after(ms, run) {
    const timeout = setTimeout(run, ms).unref();
    return () => clearTimeout(timeout);
  },
};

/**
 * Decides which process reports the changes of a session to the engine: one of those alive, by rendezvous hashing. A process
 * that cannot be sure reports too, because a second report costs a call, and a missing one costs the session its turn.
 *
 * If any of them are workers, it is a worker: the session's home. Whichever worker the engine calls forwards the call to
 * the home, so that a session is open in one process, whose own changes need no report.
 */
export class ChangeReporters {
  readonly #leases: SessionLeases;
  readonly #options: ChangeReportersOptions;
  readonly #timer: Timer;
  readonly #now: () => number;
  /** Sessions whose changes others should have reported, and when. */
  readonly #left = new Map<string, number>();
  #living: readonly string[] = [];
  /** When each of the others was last known to be alive. */
  #lastSeen: ReadonlyMap<string, number> = new Map();
  /** Processes whose homes are gone, and whether their heartbeats have stopped too. */
  readonly #dead = new Map<string, { isSilent: boolean }>();
  /** The owners of sessions that were looked up, until a process starts or ends. */
  readonly #owners = new Map<string, string>();
  #renewal: Promise<void> | undefined;
  #cancel = (): void => {};
  #isClosed = false;

  constructor(leases: SessionLeases, options: ChangeReportersOptions) {
    this.#leases = leases;
    this.#options = options;
    this.#timer = options.timer ?? IDLE_TIMER;
    this.#now = options.now ?? Date.now;
  }

  /** Announces this process from now on. */
  begin(): void {
    this.#renewal ??= this.#renew();
  }

  /** Whether this process reports a change of the session. If not, it is notified should the process that does have ended. */
  isMine(session: string): boolean {
    this.begin();
    if (this.#isOwn(session)) return true;
    this.#left.delete(session);
    this.#left.set(session, this.#now());
    return false;
  }

  /** The home of the session, if it is another process. */
  homeOf(session: string): string | undefined {
    return this.#isOwn(session) ? undefined : homeIn(this.#ownerOf(session));
  }

  /**
   * Whether nobody is at a home any more that cannot be reached. If its process is known to have ended, its last heartbeat
   * does not count; otherwise one that still sends heartbeats lives.
   */
  isLost(home: string, { ended }: { readonly ended: boolean }): boolean {
    const name = [...this.#lastSeen.keys()].find((each) => homeIn(each) === home);
    if (name === undefined) return true;
    if (!ended && this.#living.includes(name)) return false;
    if (this.#dead.size >= MAX_DEAD) this.#dead.clear();
    this.#dead.set(name, { isSilent: false });
    this.#know(this.#living.filter((each) => each !== name));
    this.#reportAbandoned();
    return true;
  }

  /** Whether the process of this name is known to have ended, so that its claims are void. */
  isDead(name: string): boolean {
    return [...this.#dead.keys()].some((dead) => dead.endsWith(`!${name}`));
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
    const { group, home, name } = this.#options;
    return `${group}!${home === undefined ? '' : `${home}!`}${name}`;
  }

  #isOwn(session: string): boolean {
    return this.#ownerOf(session) === this.#name;
  }

  #ownerOf(session: string): string {
    const known = this.#owners.get(session);
    if (known !== undefined) return known;
    const homes = this.#living.filter((name) => homeIn(name) !== undefined);
    const owner = heaviest(homes.length > 0 ? homes : this.#living, session) ?? this.#name;
    if (this.#owners.size >= MAX_KNOWN) this.#owners.clear();
    this.#owners.set(session, owner);
    return owner;
  }

  #know(living: readonly string[]): void {
    const isSame =
      living.length === this.#living.length && living.every((name) => this.#living.includes(name));
    this.#living = living;
    if (!isSame) this.#owners.clear();
  }

  async #renew(): Promise<void> {
    if (this.#isClosed) return;
    try {
      await this.#leases.renew(this.#name, TTL_MS);
      await this.#look();
    } catch {
      // Readers of the store meet the same failure, and can report it.
      this.#know([]);
    }
    this.#reportAbandoned();
    if (this.#isClosed) return;
    this.#cancel = this.#timer.after(RENEW_MS, () => {
      this.#renewal = this.#renew();
    });
  }

  async #look(): Promise<void> {
    const { group, isGone, onHomes } = this.#options;
    const { holders } = await this.#leases.survey();
    const all = holders.filter(({ worker }) => worker.startsWith(`${group}!`));
    const left = all.filter((holder) => !isGone(holder.worker) && !this.#isStillDead(holder));
    this.#know(left.flatMap(({ worker, isAlive }) => (isAlive ? worker : [])));
    const now = this.#now();
    const heardAt = ({ worker, isAlive }: LeaseHolder) => (isAlive ? now : (this.#lastSeen.get(worker) ?? 0));
    const lastHeard = left.map((each) => [each.worker, heardAt(each)] as const);
    this.#lastSeen = new Map(lastHeard.filter(([, at]) => now - at < LOST_MS));
    const silent = [...this.#lastSeen.keys()].filter((name) => !this.#living.includes(name));
    onHomes?.({ living: homesIn(this.#living), silent: homesIn(silent) });
    for (const { worker } of all) if (isGone(worker)) await this.#leases.dismiss(worker);
  }

  /** A process that could not be reached, was silent, and sends heartbeats again is not. */
  #isStillDead({ worker, isAlive }: LeaseHolder): boolean {
    const dead = this.#dead.get(worker);
    if (dead === undefined) return false;
    if (!isAlive) dead.isSilent = true;
    else if (dead.isSilent) return !this.#dead.delete(worker);
    return true;
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

function heaviest(names: readonly string[], session: string): string | undefined {
  const weighed = names.map((name) => ({ name, weight: weight(name, session) }));
  return weighed.toSorted((one, other) => (one.weight < other.weight ? 1 : -1)).at(0)?.name;
}

/** The group and the name of a process hold no exclamation mark. */
function homeIn(name: string): string | undefined {
  const [, home, rest] = name.split('!');
  return rest === undefined ? undefined : home;
}

function homesIn(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => homeIn(name) ?? []));
}

function weight(name: string, session: string): string {
  return sha256(`${name} ${session}`);
}
