import { setTimeout as wait } from 'node:timers/promises';
import { isWayfoldError, type WayfoldError } from '../../journal/error.ts';

/** How long to wait for something that is not available yet. */
export interface RetryOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Called once, if there is something to wait for. */
  readonly onWait?: (error: WayfoldError) => void;
}

// An engine refuses workers that it cannot reach, and one that it tried may have died a moment ago.
const AWAY: ReadonlySet<string> = new Set(['engine-refused', 'engine-unreachable', 'store-unreachable']);
const ASK_AGAIN_MS = 500;

/** Retries `work` for some time while the store or engine it needs cannot be reached: they may be about to start. */
export async function retryWhileUnreachable<T>(
  work: () => Promise<T>,
  { timeoutMs: patienceMs, signal, onWait }: RetryOptions,
): Promise<T> {
  const enough = Date.now() + patienceMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      const isAway = isWayfoldError(error) && AWAY.has(error.code);
      if (!isAway || Date.now() + ASK_AGAIN_MS > enough) throw error;
      if (attempt === 1) onWait?.(error);
      await wait(ASK_AGAIN_MS, undefined, { signal });
    }
  }
}
