/** Runs something later. Separate from `Clock`, which only tells the time, so that tests can let time pass. */
export interface Timer {
  /** Calls `run` once after `ms` milliseconds, unless the returned function is called first. */
  after(ms: number, run: () => void): () => void;
}

/** Longer delays would be treated as none. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** The machine's timers. */
export const systemTimer: Timer = {
  after(ms, run) {
    let timeout: ReturnType<typeof setTimeout>;
    const wait = (left: number): void => {
      const now = Math.min(left, MAX_DELAY_MS);
      timeout = setTimeout(() => (left > now ? wait(left - now) : run()), now);
    };
    wait(ms);
    return () => clearTimeout(timeout);
  },
};
