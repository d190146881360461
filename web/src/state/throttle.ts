const GAP_MS = 500;

/**
 * Runs at once when it is called, and once more for all calls in between: never twice at the same time, and never sooner than
 * a moment after the last run. Ends with the signal.
 */
export function throttle(run: () => Promise<void>, signal: AbortSignal): () => void {
  let isWanted = false;
  let isRunning = false;
  const go = async () => {
    isRunning = true;
    while (isWanted && !signal.aborted) {
      isWanted = false;
      await run();
      await new Promise((resolve) => setTimeout(resolve, GAP_MS));
    }
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) void go();
  };
}
