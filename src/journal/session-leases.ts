/** A worker that can hold leases. */
export interface LeaseHolder {
  readonly worker: string;
  /** Whether it has renewed in time. Otherwise others may take over its leases. */
  readonly isAlive: boolean;
  /** How many sessions it holds. */
  readonly sessions: number;
}

/** All lease holders, and unfinished sessions that nobody holds. */
export interface LeaseSurvey {
  readonly holders: readonly LeaseHolder[];
  /** Sessions that were released unfinished or whose worker is dead; only some if there are many. */
  readonly abandoned: readonly string[];
}

/**
 * Which worker runs which session when several share a store; the others leave it alone. A lease only avoids
 * duplicate work: it may be lost in a crash of the store, and compare-and-set appends still decide.
 */
export interface SessionLeases {
  /**
   * Marks a worker as alive for `ttlMs` from now. Resolves to false if it was not, so others may have taken its
   * leases.
   */
  renew(worker: string, ttlMs: number): Promise<boolean>;
  /** Leases those sessions that no live worker holds. Resolves to all of them that `worker` holds now. */
  acquire(worker: string, sessions: readonly string[]): Promise<readonly string[]>;
  /** Releases leases of a worker; with `unfinished`, others should continue them. Leases of others stay. */
  release(
    worker: string,
    sessions: readonly string[],
    options?: { readonly unfinished?: boolean },
  ): Promise<void>;
  /** Which of the sessions are leased, by a live worker or a dead one. */
  leased(sessions: readonly string[]): Promise<readonly string[]>;
  survey(): Promise<LeaseSurvey>;
  /** Removes a worker that is known to have ended. Its remaining leases become abandoned. */
  dismiss(worker: string): Promise<void>;
}

/** How many abandoned sessions are reported at once. */
export const MAX_ABANDONED = 1000;
