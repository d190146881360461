import { WayfoldError } from '../../journal/error.ts';
import { errorCodes } from '../../journal/error-codes.ts';

/** Every code a {@link PlannerError} can carry; each has its page in `docs/errors/`. */
export const PLANNER_ERROR_CODES = errorCodes({
  InvalidCommand: { status: 409, exit: 'refused' },
  LlmError: { status: 502, exit: 'refused' },
  ParseError: { status: 422, exit: 'usage' },
  TaskNotFound: { status: 404, exit: 'notFound' },
});

/** One of {@link PLANNER_ERROR_CODES}. */
export type PlannerErrorCode = keyof typeof PLANNER_ERROR_CODES;

/** A command that was refused. The plan and its log are as they were. */
export class PlannerError extends WayfoldError<PlannerErrorCode> {
  override readonly name = 'PlannerError';

  protected override get codes() {
    return PLANNER_ERROR_CODES;
  }
}
