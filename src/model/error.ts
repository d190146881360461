import { type ErrorReport, WayfoldError } from '../journal/error.ts';

/** Every code a {@link ModelError} can carry; each has its page in `docs/errors/`. */
export const MODEL_ERROR_CODES = [
  'model-bad-output',
  'model-cut-off',
  'model-empty',
  'model-failed',
  'model-key-missing',
  'model-rate-limited',
  'model-refused',
  'model-timeout',
  'model-unauthorized',
  'model-unknown',
  'model-unreachable',
] as const;

/** One of {@link MODEL_ERROR_CODES}. */
export type ModelErrorCode = (typeof MODEL_ERROR_CODES)[number];

/** What a {@link ModelError} tells beyond its code. */
export interface ModelErrorReport extends ErrorReport {
  /** Whether the same request may succeed later. Without it, what is usual for the code. */
  readonly retryable?: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly status?: number | undefined;
  readonly reasons?: readonly string[];
}

const USUALLY_RETRYABLE: ReadonlySet<ModelErrorCode> = new Set([
  'model-empty',
  'model-rate-limited',
  'model-timeout',
  'model-unreachable',
]);

/** A model that could not be opened, or that gave no usable answer. No API key stands in it. */
export class ModelError extends WayfoldError<ModelErrorCode> {
  override readonly name = 'ModelError';
  /** Whether the same request may succeed when it is sent again later. */
  readonly retryable: boolean;
  /** How long the provider asks to wait before the next request. */
  readonly retryAfterMs?: number;
  /** The HTTP status behind it, where there was one. */
  readonly status?: number;
  /** Of `model-bad-output`: what was wrong with each attempt. */
  readonly reasons: readonly string[];

  constructor(code: ModelErrorCode, report: ModelErrorReport) {
    super(code, report);
    this.retryable = report.retryable ?? USUALLY_RETRYABLE.has(code);
    if (report.retryAfterMs !== undefined) this.retryAfterMs = report.retryAfterMs;
    if (report.status !== undefined) this.status = report.status;
    this.reasons = report.reasons ?? [];
  }
}
