import { JournalError } from '../../../journal/error.ts';
import type { FactStore } from '../../../journal/store.ts';

const RETRY_MS = 1000;

/**
 * Calls `act` when a journal has woken who watches it and more facts of its store are erased than at the count `since`,
 * or than now: what was read of it before may hold them. It does so until the returned function is called.
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
      // Nothing else may happen in the journal for long, and what was erased is still shown.
      if (!stopped && !isClosed(error)) retry = setTimeout(lookInTurn, RETRY_MS);
    });
  };
  const unwatch = store.watch(lookInTurn, journal);
  // What was erased after `since` was counted, and before the watch began, wakes nobody.
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
