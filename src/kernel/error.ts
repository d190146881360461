import { errorClassOf } from '../journal/error.ts';
import { errorCodes } from '../journal/error-codes.ts';

/** Every code an error of the kernel can carry; each has its page in `docs/errors/`. */
export const KERNEL_ERROR_CODES = errorCodes({
  'claim-lost': { status: 409, exit: 'refused' },
  conflict: { status: 409, exit: 'refused' },
  'invalid-claim': { status: 400, exit: 'usage' },
});

/** Somebody else was first. Nothing was appended. */
export class ConflictError extends errorClassOf('ConflictError', KERNEL_ERROR_CODES, 'conflict') {}

/** What was to be claimed cannot be: a name or a time that no claim can carry. */
export class InvalidClaimError extends errorClassOf(
  'InvalidClaimError',
  KERNEL_ERROR_CODES,
  'invalid-claim',
) {}

/** The exclusive work went to another worker, or is done. Nothing was appended. */
export class ClaimLostError extends errorClassOf('ClaimLostError', KERNEL_ERROR_CODES, 'claim-lost') {}
