import { systemTimer, type Timer } from '../kernel/timer.ts';
import { ModelError } from './error.ts';
import type { Llm, LlmRequest } from './llm.ts';

/** How {@link withRetries} goes about it. */
export interface RetryOptions {
  /** How often a request is sent again at most. 2 unless told. */
  readonly retries?: number;
  /** The longest wait. A provider that asks for more is not asked again. 30 s unless told. */
  readonly longestWaitMs?: number;
  readonly timer?: Timer;
}

const FIRST_WAIT_MS = 1000;

/**
 * The same model, but for failures that pass: a request that failed with a `retryable` error is sent again, after the
 * wait that the provider asks for or one that doubles each time. Once text has come, nothing is sent again.
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
