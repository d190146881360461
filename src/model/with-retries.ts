import { systemTimer, type Timer } from '../kernel/timer.ts';
import { ModelError } from './error.ts';
import type { Llm, LlmRequest } from './llm.ts';

/** Options for {@link withRetries}. */
export interface RetryOptions {
  /** The maximum number of retries; default 2. */
  readonly retries?: number;
  /** The longest wait; default 30 s. If the provider asks for more, the request is not retried. */
  readonly longestWaitMs?: number;
  readonly timer?: Timer;
}

const FIRST_WAIT_MS = 1000;

/**
 * Wraps a model so that a request that failed with a `retryable` error is retried, after the wait that the provider
 * asks for or one that doubles each time. Once text has arrived, nothing is retried.
 */
export function withRetries(
  llm: Llm,
  { retries = 2, longestWaitMs = 30_000, timer = systemTimer }: RetryOptions = {},
): Llm {
  return {
    id: llm.id,
    demo: llm.demo,
    async generate(request) {
      for (let sent = 1; ; sent++) {
        let hasText = false;
        const onText = (piece: string) => {
          hasText = true;
          request.onText?.(piece);
        };
        try {
          return await llm.generate({ ...request, onText });
        } catch (error) {
          if (!(error instanceof ModelError) || !error.retryable || hasText || sent > retries) throw error;
          const wait = error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (sent - 1);
          if (wait > longestWaitMs) throw error;
          await waitFor(wait, timer, request);
        }
      }
    },
  };
}

function waitFor(ms: number, timer: Timer, { signal }: LlmRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = timer.after(ms, () => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    });
    const aborted = () => {
      stop();
      reject(signal?.reason);
    };
    if (signal?.aborted) aborted();
    else signal?.addEventListener('abort', aborted, { once: true });
  });
}
