import { errorClass } from '../../../journal/error.ts';
import { errorCodes } from '../../../journal/error-codes.ts';

/** Every code of an {@link ExecutorError}; each has a page in `docs/errors/`. */
export const EXECUTOR_ERROR_CODES = errorCodes({
  'invalid-mcp-server': { status: 422, exit: 'usage' },
  'mcp-unreachable': { status: 502, exit: 'refused' },
});

/** An MCP server that cannot be used. */
export class ExecutorError extends errorClass('ExecutorError', EXECUTOR_ERROR_CODES) {}
