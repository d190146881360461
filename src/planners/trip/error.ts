import { type ErrorReport, WayfoldError } from '../../journal/error.ts';

/** Every code an error of the trip planner can carry; each has its page in `docs/errors/`. */
export const TRIP_ERROR_CODES = [
  'place-not-found',
  'trip-does-not-fit',
  'trip-file-invalid',
  'trip-import-unreadable',
  'trip-without-dates',
] as const;

/** One of {@link TRIP_ERROR_CODES}. */
export type TripErrorCode = (typeof TRIP_ERROR_CODES)[number];

/** A trip that cannot be planned, read or changed. */
export class TripError extends WayfoldError<TripErrorCode> {
  override readonly name = 'TripError';
  /** What clashes, a sentence each, when a trip does not fit. */
  readonly reasons: readonly string[];

  constructor(
    code: TripErrorCode,
    { reasons = [], ...report }: ErrorReport & { readonly reasons?: readonly string[] },
  ) {
    super(code, report);
    this.reasons = reasons;
  }
}
