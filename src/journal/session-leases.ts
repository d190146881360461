/** A worker as the leases know it. */
export interface LeaseHolder {
  readonly worker: string;
  /** Whether it has renewed in time. What one that has not holds is free to be taken over. */
  readonly isAlive: boolean;
  /** How many sessions it has. */
  readonly sessions: number;
}

/** Who has what, and what nobody has though it is unfinished. */
export interface LeaseSurvey {
  readonly holders: readonly LeaseHolder[];
  /** Sessions that were given back unfinished, or whose worker is not alive; some of them when there are many. */
  readonly abandoned: readonly string[];
}

/**
 * Which worker works on which session, where several share a store: the others leave it alone. A lease saves work and is
 * no proof: it may be lost with a crash of the store, and compare-and-set appends decide all the same.
 */
export interface SessionLeases {
  /** Says that a worker is alive for `ttlMs` from now. Resolves to false when it was not, so that others may have its leases. */
  renew(worker: string, ttlMs: number): Promise<boolean>;
  /** Leases those of the sessions that no living worker has. Resolves to all of them that `worker` has now. */
  acquire(worker: string, sessions: readonly string[]): Promise<readonly string[]>;
  /** Ends leases of a worker; with `unfinished`, others are to go on with them. What it does not have stays as it is. */
  release(
    worker: string,
    sessions: readonly string[],
    options?: { readonly unfinished?: boolean },
  ): Promise<void>;
  /** Those of the sessions that somebody has, dead or alive. */
  leased(sessions: readonly string[]): Promise<readonly string[]>;
  survey(): Promise<LeaseSurvey>;
  /** Forgets a worker that is known to have ended. What it still had is abandoned. */
  dismiss(worker: string): Promise<void>;
}

/** As many abandoned sessions as are told of at once. */
export const MOST_ABANDONED = 1000;
