/** Lets something happen later. Apart from `Clock`, which only tells the time, so that tests can let time pass. */
export interface Timer {
  /** Calls `run` once after `ms` milliseconds, unless the returned function is called first. */
  after(ms: number, run: () => void): () => void;
}

/** The machine's timers. */
export const systemTimer: Timer = {
  after(ms, run) {
    const timeout = setTimeout(run, ms);
    return () => clearTimeout(timeout);
  },
};
