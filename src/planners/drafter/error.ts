import { type ErrorReport, errorClass } from '../../journal/error.ts';
import { errorCodes } from '../../journal/error-codes.ts';

/** Every code of a {@link DrafterError}; each has a page in `docs/errors/`. */
export const DRAFTER_ERROR_CODES = errorCodes({
  'draft-unusable': { status: 502, exit: 'refused' },
});

/** One of {@link DRAFTER_ERROR_CODES}. */
export type DrafterErrorCode = keyof typeof DRAFTER_ERROR_CODES;

/** No usable draft. The harness records it as a private `planner_error`. */
export class DrafterError extends errorClass('DrafterError', DRAFTER_ERROR_CODES) {
  readonly stage = 'draft';
  /** What was wrong with each draft, in order. */
  readonly reasons: readonly string[];

  constructor(code: DrafterErrorCode, { reasons, ...report }: ErrorReport & { readonly reasons: string[] }) {
    super(code, report);
    this.reasons = reasons;
  }

  get attempts(): number {
    return this.reasons.length;
  }
}
