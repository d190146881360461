import type { FactStore } from '../../journal/store.ts';
import { systemTimer, type Timer } from '../../kernel/timer.ts';
import { sharedPlans } from './shared-files.ts';
import { PlanSync } from './sync-plan.ts';

/** Where shared plans are watched. */
export interface WatchedPlans {
  /** The root of the repository. */
  readonly root: string;
  /** The identity of the store. */
  readonly storeName?: string | undefined;
  /** The store of the project. Opened only if a plan is shared. */
  store(): Promise<FactStore>;
  readonly onError: (error: unknown) => void;
  readonly timer?: Timer;
}

const BETWEEN_LOOKS_MS = 1000;

/**
 * Keeps all shared plans of a repository merged until stopped: changes that git brings are taken over, and changes
 * made here are written to the files, without a command. Resolves when it has stopped.
 */
export async function watchSharedPlans(
  { root, storeName, store, onError, timer = systemTimer }: WatchedPlans,
  signal: AbortSignal,
): Promise<void> {
  const sync = new PlanSync(root, storeName);
  let lastError: string | undefined;
  while (!signal.aborted) {
    try {
      for (const planId of sharedPlans(root)) await sync.sync(await store(), planId);
      lastError = undefined;
    } catch (error) {
      // The same problem is reported once.
      if (String(error) !== lastError && !signal.aborted) onError(error);
      lastError = String(error);
    }
    await pause(timer, signal);
  }
}

function pause(timer: Timer, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) return Promise.resolve();
  const cancel = timer.after(BETWEEN_LOOKS_MS, resolve);
  const stop = (): void => {
    cancel();
    resolve();
  };
  signal.addEventListener('abort', stop, { once: true });
  return promise.finally(() => signal.removeEventListener('abort', stop));
}
