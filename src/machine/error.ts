import { WayfoldError } from '../journal/error.ts';
import { errorCodes } from '../journal/error-codes.ts';

/** Every code a {@link FetchError} can carry; each has its page in `docs/errors/`. */
export const FETCH_ERROR_CODES = errorCodes({
  'fetch-failed': { status: 502, exit: 'refused' },
  'fetch-refused': { status: 422, exit: 'refused' },
  'fetch-timeout': { status: 504, exit: 'refused' },
});

/** One of {@link FETCH_ERROR_CODES}. */
export type FetchErrorCode = keyof typeof FETCH_ERROR_CODES;

/** An address could not be reached, or must not be. */
export class FetchError extends WayfoldError<FetchErrorCode> {
  override readonly name = 'FetchError';

  protected override get codes() {
    return FETCH_ERROR_CODES;
  }
}
