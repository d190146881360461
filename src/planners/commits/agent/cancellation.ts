import type { ReactorContext } from '../../../kernel/work/reactor.ts';

/** Whether somebody stops what a fact asks for, while it is done. */
export interface Cancellation {
  /** Aborted when somebody stops the work, and when the host does. */
  readonly signal: AbortSignal;
  /** Whether a person stopped it. */
  readonly isCancelled: boolean;
  end(): void;
}

/** Follows a journal for as long as work on the fact at `seq` goes on. */
export function cancellationOf(
  { journal, signal }: Pick<ReactorContext, 'journal' | 'signal'>,
  seq: number,
): Cancellation {
  const cancelled = new AbortController();
  // Without news it is not stopped, and comes to its end by itself.
  const end = journal.subscribe({ from: seq + 1, onError: () => {} }, (facts) => {
    if (facts.some(({ type }) => type === 'work_cancelled')) cancelled.abort();
  });
  return {
    signal: AbortSignal.any([signal, cancelled.signal]),
    get isCancelled() {
      return cancelled.signal.aborted;
    },
    end,
  };
}
