import { errorClass } from '../../../journal/error.ts';
import { errorCodes } from '../../../journal/error-codes.ts';

/** Every code an error of the trip solver can carry; each has its page in `docs/errors/`. */
export const SOLVE_ERROR_CODES = errorCodes({
  'invalid-trip-problem': { status: 422, exit: 'usage' },
  'trip-too-large': { status: 422, exit: 'usage' },
});

/** What was to be solved is no trip, or one that is too large to be solved exactly. */
export class TripProblemError extends errorClass('TripProblemError', SOLVE_ERROR_CODES) {}
