import { WayfoldError } from '../journal/error.ts';

/** Every code a {@link TestingError} can carry; each has its page in `docs/errors/`. */
export const TESTING_ERROR_CODES = ['no-test-runner', 'script-exhausted', 'unfinished-test'] as const;

/** One of {@link TESTING_ERROR_CODES}. */
export type TestingErrorCode = (typeof TESTING_ERROR_CODES)[number];

/** A test helper that was called in a way it cannot work. */
export class TestingError extends WayfoldError<TestingErrorCode> {
  override readonly name = 'TestingError';
}
