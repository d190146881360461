import type { Timer } from '../../kernel/timer.ts';
import { ModelError } from '../error.ts';

/** How long a model may take. */
export interface TimeLimits {
  /** How long it may be silent. Models that reason before they answer need a while. */
  readonly silenceMs: number;
  /** How long a complete answer may take. */
  readonly answerMs: number;
}

/** The default limits: two minutes of silence, ten minutes for an answer. */
export const DEFAULT_TIME_LIMITS: TimeLimits = { silenceMs: 120_000, answerMs: 600_000 };

/** Aborts its signal when a limit is reached or the caller's own signal is aborted. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Something arrived: restarts the silence timer. */
  restartSilence(): void;
  end(): void;
}

/** Starts timing one answer. The signal's reason says which limit was reached. */
export function startTimeLimit(
  id: string,
  { silenceMs, answerMs }: TimeLimits,
  timer: Timer,
  caller?: AbortSignal,
): TimeLimit {
  const own = new AbortController();
  const passed = (what: string, ms: number) => () =>
    own.abort(
      new ModelError('model-timeout', {
        summary: `${what} within ${ms / 1000} s.`,
        fix: 'Try again, or choose a faster model.',
      }),
    );
  const silent = passed(`${id} sent nothing`, silenceMs);
  let stopSilence = timer.after(silenceMs, silent);
  const stopAnswer = timer.after(answerMs, passed(`${id} did not finish its answer`, answerMs));
  return {
    signal: caller === undefined ? own.signal : AbortSignal.any([caller, own.signal]),
    restartSilence() {
      stopSilence();
      stopSilence = timer.after(silenceMs, silent);
    },
    end() {
      stopSilence();
      stopAnswer();
    },
  };
}
