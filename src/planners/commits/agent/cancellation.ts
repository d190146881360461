import type { ReactorContext } from '../../../kernel/work/reactor.ts';

/** Whether the work that a fact requested has been stopped. */
export interface Cancellation {
  /** Aborted when somebody stops the work, or the host stops. */
  readonly signal: AbortSignal;
  /** Whether a person stopped it. */
  readonly isCancelled: boolean;
  end(): void;
}

/** Follows the journal during the work on the fact at `seq`. */
export function cancellationOf(
  { journal, signal }: Pick<ReactorContext, 'journal' | 'signal'>,
  seq: number,
): Cancellation {
  const cancelled = new AbortController();
  // If the journal cannot be read, the work continues to its end.
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
