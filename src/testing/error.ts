import { errorClass } from '../journal/error.ts';
import { errorCodes } from '../journal/error-codes.ts';

/** Every code of a {@link TestingError}; each has a page in `docs/errors/`. */
export const TESTING_ERROR_CODES = errorCodes({
  'no-test-runner': { status: 500, exit: 'unexpected' },
  'script-exhausted': { status: 500, exit: 'unexpected' },
  'unfinished-test': { status: 500, exit: 'unexpected' },
});

/** A test helper that was used incorrectly. */
export class TestingError extends errorClass('TestingError', TESTING_ERROR_CODES) {}
