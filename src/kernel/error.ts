import { type ErrorReport, type PlainErrorReport, WayfoldError } from '../journal/error.ts';
import { errorCodes } from '../journal/error-codes.ts';

/** Every code an error of the kernel can carry; each has its page in `docs/errors/`. */
export const KERNEL_ERROR_CODES = errorCodes({
  'claim-lost': { status: 409, exit: 'refused' },
  conflict: { status: 409, exit: 'refused' },
  'invalid-claim': { status: 400, exit: 'usage' },
});

/** Somebody else was first. Nothing was appended. */
export class ConflictError extends WayfoldError<'conflict'> {
  override readonly name = 'ConflictError';

  constructor(report: ErrorReport | PlainErrorReport) {
    super('conflict', report);
  }

  protected override get codes() {
    return KERNEL_ERROR_CODES;
  }
}

/** What was to be claimed cannot be: a name or a time that no claim can carry. */
export class InvalidClaimError extends WayfoldError<'invalid-claim'> {
  override readonly name = 'InvalidClaimError';

  constructor(report: ErrorReport) {
    super('invalid-claim', report);
  }

  protected override get codes() {
    return KERNEL_ERROR_CODES;
  }
}

/** The exclusive work went to another worker, or is done. Nothing was appended. */
export class ClaimLostError extends WayfoldError<'claim-lost'> {
  override readonly name = 'ClaimLostError';

  constructor(report: ErrorReport) {
    super('claim-lost', report);
  }

  protected override get codes() {
    return KERNEL_ERROR_CODES;
  }
}
