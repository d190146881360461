import { type ErrorReport, WayfoldError } from '../../journal/error.ts';

/** Every code a {@link ScenarioError} can carry; each has its page in `docs/errors/`. */
export const SCENARIO_ERROR_CODES = [
  'scenario-invalid',
  'scenario-not-loaded',
  'scenario-not-ready',
  'scenario-too-large',
] as const;

/** One of {@link SCENARIO_ERROR_CODES}. */
export type ScenarioErrorCode = (typeof SCENARIO_ERROR_CODES)[number];

/** Something that is wrong with a scenario, and where: `agents[0].tools[2].toolName`. */
export interface ScenarioProblem {
  /** Empty for the scenario as a whole. */
  readonly path: string;
  readonly message: string;
}

/** A scenario that cannot be loaded or played. */
export class ScenarioError extends WayfoldError<ScenarioErrorCode> {
  override readonly name = 'ScenarioError';
  /** Of `scenario-invalid`: everything that is wrong with it. */
  readonly problems: readonly ScenarioProblem[];

  constructor(
    code: ScenarioErrorCode,
    { problems = [], ...report }: ErrorReport & { readonly problems?: readonly ScenarioProblem[] },
  ) {
    super(code, report);
    this.problems = problems;
  }
}
