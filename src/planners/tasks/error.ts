import { errorClass } from '../../journal/error.ts';
import { errorCodes } from '../../journal/error-codes.ts';

/** Every code of a {@link PlannerError}; each has a page in `docs/errors/`. */
export const PLANNER_ERROR_CODES = errorCodes({
  InvalidCommand: { status: 409, exit: 'refused' },
  LlmError: { status: 502, exit: 'refused' },
  ParseError: { status: 422, exit: 'usage' },
  TaskNotFound: { status: 404, exit: 'notFound' },
});

/** A command that was refused. The plan and its log are unchanged. */
export class PlannerError extends errorClass('PlannerError', PLANNER_ERROR_CODES) {}

/** The error for a command that the plan does not allow in its current state. */
export function invalidCommand(summary: string, fix: string): PlannerError {
  return new PlannerError('InvalidCommand', { summary, fix: `Nothing has changed. ${fix}` });
}

/** The error for an outcome of a task that is not running. */
export function notRunning(
  { id, status }: { readonly id: number; readonly status: string },
  event: string,
): PlannerError {
  return invalidCommand(
    `${event} arrived for task ${id}, which is ${status} and not running.`,
    'Send it once, after the task was dispatched.',
  );
}
