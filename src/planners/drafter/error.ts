import { type ErrorReport, WayfoldError } from '../../journal/error.ts';

/** Every code a {@link DrafterError} can carry; each has its page in `docs/errors/`. */
export const DRAFTER_ERROR_CODES = ['draft-unusable'] as const;

/** One of {@link DRAFTER_ERROR_CODES}. */
export type DrafterErrorCode = (typeof DRAFTER_ERROR_CODES)[number];

/** No draft that could be sent. The harness records it as a private `planner_error`. */
export class DrafterError extends WayfoldError<DrafterErrorCode> {
  override readonly name = 'DrafterError';
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
