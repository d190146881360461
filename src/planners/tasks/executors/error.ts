import { WayfoldError } from '../../../journal/error.ts';
import { errorCodes } from '../../../journal/error-codes.ts';

/** Every code an {@link ExecutorError} can carry; each has its page in `docs/errors/`. */
export const EXECUTOR_ERROR_CODES = errorCodes({
  'fetch-failed': { status: 502, exit: 'refused' },
  'fetch-refused': { status: 422, exit: 'refused' },
  'fetch-timeout': { status: 504, exit: 'refused' },
  'invalid-mcp-server': { status: 422, exit: 'usage' },
  'mcp-unreachable': { status: 502, exit: 'refused' },
});

/** One of {@link EXECUTOR_ERROR_CODES}. */
export type ExecutorErrorCode = keyof typeof EXECUTOR_ERROR_CODES;

/** Something outside could not be reached, or must not be. */
export class ExecutorError extends WayfoldError<ExecutorErrorCode> {
  override readonly name = 'ExecutorError';

  protected override get codes() {
    return EXECUTOR_ERROR_CODES;
  }
}
