import { WayfoldError } from '../../../journal/error.ts';
import { errorCodes } from '../../../journal/error-codes.ts';

/** Every code an {@link ExecutorError} can carry; each has its page in `docs/errors/`. */
export const EXECUTOR_ERROR_CODES = errorCodes({
  'invalid-mcp-server': { status: 422, exit: 'usage' },
  'mcp-unreachable': { status: 502, exit: 'refused' },
});

/** One of {@link EXECUTOR_ERROR_CODES}. */
export type ExecutorErrorCode = keyof typeof EXECUTOR_ERROR_CODES;

/** An MCP server that cannot be used. */
export class ExecutorError extends WayfoldError<ExecutorErrorCode> {
  override readonly name = 'ExecutorError';

  protected override get codes() {
    return EXECUTOR_ERROR_CODES;
  }
}
