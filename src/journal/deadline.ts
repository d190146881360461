import { nextTurn } from './next-turn.ts';

/** A deadline is over when so many timers, each of an equal share of the time, have expired one after the other. */
const SHARES = 10;

/**
 * Calls `expire` once when somebody else had `ms` milliseconds to answer, unless the returned function is called first.
 *
 * A process that gets no CPU for a while finds its timers expired, and runs them before it reads what has arrived
 * meanwhile. So time in which it did not run counts as one share at most, and it reads once more before the end: nobody
 * is blamed for an answer that is here, or for a question that could not be sent.
 */
export function startDeadline(ms: number, expire: () => void): () => void {
  let left = SHARES;
  let timeout = setTimeout(next, ms / SHARES);
  let cancelEnd = (): void => {};
  function next(): void {
    left -= 1;
    if (left > 0) timeout = setTimeout(next, ms / SHARES);
    else cancelEnd = nextTurn(expire);
  }
  return () => {
    clearTimeout(timeout);
    cancelEnd();
  };
}

/** Rejects with `late()` when an answer takes longer than `ms`, as {@link startDeadline} counts, and aborts the signal. */
export async function withDeadline<T>(
  ms: number,
  late: () => Error,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const stop = startDeadline(ms, () => over.abort(late()));
  try {
    return await ask(over.signal);
  } catch (error) {
    throw over.signal.aborted ? over.signal.reason : error;
  } finally {
    stop();
  }
}
