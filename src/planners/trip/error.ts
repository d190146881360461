import { type ErrorReport, errorClass } from '../../journal/error.ts';
import { errorCodes } from '../../journal/error-codes.ts';

/** Every code of an error of the trip planner; each has a page in `docs/errors/`. */
export const TRIP_ERROR_CODES = errorCodes({
  'place-not-found': { status: 422, exit: 'notFound' },
  'trip-does-not-fit': { status: 422, exit: 'refused' },
  'trip-file-invalid': { status: 422, exit: 'refused' },
  'trip-import-unreadable': { status: 422, exit: 'usage' },
  'trip-without-dates': { status: 422, exit: 'usage' },
});

/** One of {@link TRIP_ERROR_CODES}. */
export type TripErrorCode = keyof typeof TRIP_ERROR_CODES;

/** A trip that cannot be planned, read or changed. */
export class TripError extends errorClass('TripError', TRIP_ERROR_CODES) {
  /** The conflicts, one sentence each, if a trip does not fit. */
  readonly reasons: readonly string[];

  constructor(
    code: TripErrorCode,
    { reasons = [], ...report }: ErrorReport & { readonly reasons?: readonly string[] },
  ) {
    super(code, report);
    this.reasons = reasons;
  }
}
