import { JournalError } from '../../../journal/error.ts';
import type { FactStore } from '../../../journal/store.ts';

const RETRY_MS = 1000;

/**
 * Calls `act` when the store has more erased facts than the count `since` (default: the count now), because facts
 * already read may be among them. Checks whenever the journal wakes its watchers, until the returned function is
 * called.
 */
export function watchRedactions(
  store: Pick<FactStore, 'redactions' | 'watch'>,
  { journal, since }: { readonly journal: string; readonly since?: number },
  act: () => void | Promise<void>,
): () => void {
  let seen = since;
  let stopped = false;
  let turn: Promise<void> = Promise.resolve();
  let retry: ReturnType<typeof setTimeout> | undefined;
  const look = async (): Promise<void> => {
    if (stopped) return;
    const count = await store.redactions();
    if (seen !== undefined && seen !== count && !stopped) await act();
    seen = count;
  };
  const lookInTurn = () => {
    clearTimeout(retry);
    turn = turn.then(look).catch((error: unknown) => {
      // Nothing else may happen in the journal for long, so a failed check is retried.
      if (!stopped && !isClosed(error)) retry = setTimeout(lookInTurn, RETRY_MS);
    });
  };
  const unwatch = store.watch(lookInTurn, journal);
  // Facts erased after `since` was counted but before the watch started wake nobody.
  lookInTurn();
  return () => {
    stopped = true;
    clearTimeout(retry);
    unwatch();
  };
}

function isClosed(error: unknown): boolean {
  return error instanceof JournalError && error.code === 'store-closed';
}
