import { WayfoldError } from '../../../journal/error.ts';

/** Every code an error of the trip solver can carry; each has its page in `docs/errors/`. */
export const SOLVE_ERROR_CODES = ['invalid-trip-problem', 'trip-too-large'] as const;

/** One of {@link SOLVE_ERROR_CODES}. */
export type SolveErrorCode = (typeof SOLVE_ERROR_CODES)[number];

/** What was to be solved is no trip, or one that is too large to be solved exactly. */
export class TripProblemError extends WayfoldError<SolveErrorCode> {
  override readonly name = 'TripProblemError';
}
