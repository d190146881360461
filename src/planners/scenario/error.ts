import { type ErrorReport, errorClass } from '../../journal/error.ts';
import { errorCodes } from '../../journal/error-codes.ts';

/** Every code of a {@link ScenarioError}; each has a page in `docs/errors/`. */
export const SCENARIO_ERROR_CODES = errorCodes({
  'scenario-invalid': { status: 422, exit: 'usage' },
  'scenario-not-loaded': { status: 422, exit: 'refused' },
  'scenario-not-ready': { status: 422, exit: 'usage' },
  'scenario-too-large': { status: 422, exit: 'usage' },
});

/** One of {@link SCENARIO_ERROR_CODES}. */
export type ScenarioErrorCode = keyof typeof SCENARIO_ERROR_CODES;

/** A problem of a scenario, and its path: `agents[0].tools[2].toolName`. */
export interface ScenarioProblem {
  /** Empty for the scenario as a whole. */
  readonly path: string;
  readonly message: string;
}

/** A scenario that cannot be loaded or played. */
export class ScenarioError extends errorClass('ScenarioError', SCENARIO_ERROR_CODES) {
  /** For `scenario-invalid`: all problems. */
  readonly problems: readonly ScenarioProblem[];

  constructor(
    code: ScenarioErrorCode,
    { problems = [], ...report }: ErrorReport & { readonly problems?: readonly ScenarioProblem[] },
  ) {
    super(code, report);
    this.problems = problems;
  }
}
