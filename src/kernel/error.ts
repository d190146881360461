import { errorClassOf } from '../journal/error.ts';
import { errorCodes } from '../journal/error-codes.ts';

/** Every error code of the kernel; each has a page in `docs/errors/`. */
export const KERNEL_ERROR_CODES = errorCodes({
  'claim-lost': { status: 409, exit: 'refused' },
  conflict: { status: 409, exit: 'refused' },
  'invalid-claim': { status: 400, exit: 'usage' },
});

/** Somebody else was first. Nothing was appended. */
export class ConflictError extends errorClassOf('ConflictError', KERNEL_ERROR_CODES, 'conflict') {}

/** A claim with a name or a time that no claim can have. */
export class InvalidClaimError extends errorClassOf(
  'InvalidClaimError',
  KERNEL_ERROR_CODES,
  'invalid-claim',
) {}

/** Another worker has taken over or finished the claimed work. Nothing was appended. */
export class ClaimLostError extends errorClassOf('ClaimLostError', KERNEL_ERROR_CODES, 'claim-lost') {}
