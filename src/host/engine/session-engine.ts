/** Why a session is woken. */
export interface WakeCause {
  /** Its journal has changed, and nothing else: there is nothing to do where that was seen already. */
  readonly changed?: boolean;
  /** The seq of the resume in the host journal: a session is checked then, even if nothing has happened in it. */
  readonly resumed?: number;
}

/**
 * Runs sessions: in this process, or by any number of workers behind a durable-execution engine. Both run the same
 * code on the same journals, and together each piece of work is done once, because it is claimed in the journal.
 */
export interface SessionEngine {
  /**
   * Something may have happened in a session: its planner plans and its reactors act, until nothing is left to do.
   * Returns at once. Any number of calls before that work begins are as good as one.
   */
  wake(session: string, cause?: WakeCause): void;
  /** Whether this process works on the session, also when there is nothing to do at the moment. */
  isAtWork(session: string): boolean;
  /** Whether this process knows of remaining work. */
  isBusy(session: string): boolean;
  /** How many sessions wait for their turn, or for a retry, in this process. `undefined` if others run them. */
  readonly waiting?: number;
  /** Stops running a session, as far as this process runs it. */
  rest(session: string): Promise<void>;
  /** Stops running all of them: running work in this process is released. */
  close(): Promise<void>;
}
