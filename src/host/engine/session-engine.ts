/** Why a session is woken. */
export interface WakeCause {
  /** Its journal has changed, and nothing else: there is nothing to do where that was seen already. */
  readonly changed?: boolean;
  /** Where the host journal says that everything may go on: a session is looked at though nothing has happened in it. */
  readonly resumed?: number;
}

/**
 * Where sessions are worked on: in this process, or by any number of workers behind a durable-execution engine. Both run
 * the same code on the same journals, and of both together each deed is done once: work is claimed in the journal.
 */
export interface SessionEngine {
  /**
   * Something may have happened in a session: its planner plans and its reactors act, until nothing is left to do.
   * Returns at once. Any number of calls before that work begins are as good as one.
   */
  wake(session: string, cause?: WakeCause): void;
  /** Whether this process works on the session, also when there is nothing to do at the moment. */
  isAtWork(session: string): boolean;
  /** Whether this process knows of something that is left to do. */
  isBusy(session: string): boolean;
  /** How many sessions wait for their turn, or to be tried again, in this process. Undefined where others work on them. */
  readonly waiting?: number;
  /** Stops work on a session, as far as it is done in this process. */
  rest(session: string): Promise<void>;
  /** Stops work on all of them: what is under way in this process is given back. */
  close(): Promise<void>;
}
