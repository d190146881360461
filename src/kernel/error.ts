import { type ErrorReport, WayfoldError } from '../journal/error.ts';

/** Every code an error of the kernel can carry; each has its page in `docs/errors/`. */
export const KERNEL_ERROR_CODES = ['claim-lost', 'conflict', 'invalid-claim'] as const;

/** One of {@link KERNEL_ERROR_CODES}. */
export type KernelErrorCode = (typeof KERNEL_ERROR_CODES)[number];

/** Somebody else was first. Nothing was appended. */
export class ConflictError extends WayfoldError<'conflict'> {
  override readonly name = 'ConflictError';

  constructor(report: ErrorReport) {
    super('conflict', report);
  }
}

/** What was to be claimed cannot be: a name or a time that no claim can carry. */
export class InvalidClaimError extends WayfoldError<'invalid-claim'> {
  override readonly name = 'InvalidClaimError';

  constructor(report: ErrorReport) {
    super('invalid-claim', report);
  }
}

/** The exclusive work went to another worker, or is done. Nothing was appended. */
export class ClaimLostError extends WayfoldError<'claim-lost'> {
  override readonly name = 'ClaimLostError';

  constructor(report: ErrorReport) {
    super('claim-lost', report);
  }
}
