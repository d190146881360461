import { WayfoldError } from '../../journal/error.ts';

/** Every code a {@link PlannerError} can carry; each has its page in `docs/errors/`. */
export const PLANNER_ERROR_CODES = ['InvalidCommand', 'LlmError', 'ParseError', 'TaskNotFound'] as const;

/** One of {@link PLANNER_ERROR_CODES}. */
export type PlannerErrorCode = (typeof PLANNER_ERROR_CODES)[number];

/** A command that was refused. The plan and its log are as they were. */
export class PlannerError extends WayfoldError<PlannerErrorCode> {
  override readonly name = 'PlannerError';
}
