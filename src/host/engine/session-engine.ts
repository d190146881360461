/**
 * Runs sessions: in this process, or by any number of workers behind a durable-execution engine. Both run the same
 * code on the same journals, and together each piece of work is done once, because it is claimed in the journal.
 */
export interface SessionEngine {
  /**
   * Something may have happened in a session: its planner and reactors run until nothing is left to do. Returns at
   * once. Any number of calls before that work starts count as one. `resumed` is the seq of the host journal at
   * which everything was resumed: then a session is checked although nothing has happened in it.
   */
  wake(session: string, resumed?: number): void;
  /** Whether this process runs the session, even if it is currently idle. */
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
