import { errorClass } from '../journal/error.ts';
import { errorCodes } from '../journal/error-codes.ts';

/** Every code of a {@link FetchError}; each has a page in `docs/errors/`. */
export const FETCH_ERROR_CODES = errorCodes({
  'fetch-failed': { status: 502, exit: 'refused' },
  'fetch-refused': { status: 422, exit: 'refused' },
  'fetch-timeout': { status: 504, exit: 'refused' },
});

/** An address that could not be reached, or must not be. */
export class FetchError extends errorClass('FetchError', FETCH_ERROR_CODES) {}
