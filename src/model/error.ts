import { type ErrorReport, errorClass } from '../journal/error.ts';
import { errorCodes } from '../journal/error-codes.ts';

/** Every code of a {@link ModelError}; each has a page in `docs/errors/`. */
export const MODEL_ERROR_CODES = errorCodes({
  'model-bad-output': { status: 502, exit: 'refused' },
  'model-cut-off': { status: 502, exit: 'refused' },
  'model-empty': { status: 502, exit: 'refused' },
  'model-failed': { status: 502, exit: 'refused' },
  'model-key-missing': { status: 422, exit: 'usage' },
  'model-rate-limited': { status: 503, exit: 'refused' },
  'model-refused': { status: 502, exit: 'refused' },
  'model-timeout': { status: 504, exit: 'refused' },
  'model-unauthorized': { status: 502, exit: 'refused' },
  'model-unknown': { status: 422, exit: 'usage' },
  'model-unreachable': { status: 502, exit: 'refused' },
});

/** One of {@link MODEL_ERROR_CODES}. */
export type ModelErrorCode = keyof typeof MODEL_ERROR_CODES;

/** The content of a {@link ModelError} besides its code. */
export type ModelErrorReport = ErrorReport & {
  /** Whether the same request may succeed later. Default: what is usual for the code. */
  readonly retryable?: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly status?: number | undefined;
  readonly reasons?: readonly string[];
};

const USUALLY_RETRYABLE: ReadonlySet<ModelErrorCode> = new Set([
  'model-empty',
  'model-rate-limited',
  'model-timeout',
  'model-unreachable',
]);

/** A model that could not be opened or gave no usable answer. It never contains an API key. */
export class ModelError extends errorClass('ModelError', MODEL_ERROR_CODES) {
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** How long the provider asks to wait before the next request. */
  readonly retryAfterMs?: number;
  /** The HTTP status, if there was one. */
  readonly status?: number;
  /** For `model-bad-output`: what was wrong with each attempt. */
  readonly reasons: readonly string[];

  constructor(code: ModelErrorCode, report: ModelErrorReport) {
    super(code, report);
    this.retryable = report.retryable ?? USUALLY_RETRYABLE.has(code);
    if (report.retryAfterMs !== undefined) this.retryAfterMs = report.retryAfterMs;
    if (report.status !== undefined) this.status = report.status;
    this.reasons = report.reasons ?? [];
  }
}
