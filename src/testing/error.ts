import { errorClass } from '../journal/error.ts';
import { errorCodes } from '../journal/error-codes.ts';

/** Every code a {@link TestingError} can carry; each has its page in `docs/errors/`. */
export const TESTING_ERROR_CODES = errorCodes({
  'no-test-runner': { status: 500, exit: 'unexpected' },
  'script-exhausted': { status: 500, exit: 'unexpected' },
  'unfinished-test': { status: 500, exit: 'unexpected' },
});

/** A test helper that was called in a way it cannot work. */
export class TestingError extends errorClass('TestingError', TESTING_ERROR_CODES) {}
