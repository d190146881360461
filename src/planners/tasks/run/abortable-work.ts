import type { Timer } from '../../../kernel/timer.ts';

/** How long an executor may take to stop: programs are ended, and connections closed. */
const STOP_MS = 5000;

/** The result of work; abandons work that does not end in time after an abort. */
export function unlessAbandoned<Result>(
  work: Promise<Result>,
  timer: Timer,
  signal: AbortSignal,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let cancel = (): void => {};
    const leave = (): void => {
      cancel = timer.after(STOP_MS, () => reject(signal.reason));
    };
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', leave);
      cancel();
    });
  });
}

/** Resolves after the time, and rejects on abort. */
export function pause(timer: Timer, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const cancel = timer.after(Math.max(0, ms), () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    const stop = (): void => {
      cancel();
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}
