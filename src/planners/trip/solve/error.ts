import { errorClass } from '../../../journal/error.ts';
import { errorCodes } from '../../../journal/error-codes.ts';

/** Every code of an error of the trip solver; each has a page in `docs/errors/`. */
export const SOLVE_ERROR_CODES = errorCodes({
  'invalid-trip-problem': { status: 422, exit: 'usage' },
  'trip-too-large': { status: 422, exit: 'usage' },
});

/** The input is not a valid problem, or too large to be solved exactly. */
export class TripProblemError extends errorClass('TripProblemError', SOLVE_ERROR_CODES) {}
