import { WayfoldError } from '../../../journal/error.ts';

/** Every code an {@link ExecutorError} can carry; each has its page in `docs/errors/`. */
export const EXECUTOR_ERROR_CODES = [
  'fetch-failed',
  'fetch-refused',
  'fetch-timeout',
  'invalid-mcp-server',
  'mcp-unreachable',
] as const;

/** One of {@link EXECUTOR_ERROR_CODES}. */
export type ExecutorErrorCode = (typeof EXECUTOR_ERROR_CODES)[number];

/** Something outside could not be reached, or must not be. */
export class ExecutorError extends WayfoldError<ExecutorErrorCode> {
  override readonly name = 'ExecutorError';
}
