import { type ErrorReport, WayfoldError } from '../journal/error.ts';

/** Every code an error of the plan tools can carry; each has its page in `docs/errors/`. */
export const PLAN_TOOLS_ERROR_CODES = [
  'import-unreadable',
  'invalid-tool-input',
  'missing-session',
  'no-plan',
  'plan-not-active',
  'prompt-parameter',
  'step-not-found',
  'unknown-strategy',
  'unknown-tool',
] as const;

/** One of {@link PLAN_TOOLS_ERROR_CODES}. */
export type PlanToolsErrorCode = (typeof PLAN_TOOLS_ERROR_CODES)[number];

/** A tool call that was refused. The plan is as it was. */
export class ToolValidationError extends WayfoldError<PlanToolsErrorCode> {
  override readonly name = 'ToolValidationError';
  /** The input field at fault, as it is on the wire: `initial_steps[1].title`. */
  readonly field: string | undefined;

  constructor(
    code: PlanToolsErrorCode,
    { field, ...report }: ErrorReport & { readonly field?: string | undefined },
  ) {
    super(code, report);
    this.field = field;
  }
}

/** A prompt or one of its sections that cannot be made or rendered. */
export class PromptError extends WayfoldError<PlanToolsErrorCode> {
  override readonly name = 'PromptError';
  /** The parameter at fault. */
  readonly parameter: string | undefined;

  constructor(
    code: 'missing-session' | 'prompt-parameter' | 'unknown-strategy',
    { parameter, ...report }: ErrorReport & { readonly parameter?: string | undefined },
  ) {
    super(code, report);
    this.parameter = parameter;
  }
}

/** A file that cannot become a plan. Nothing was recorded. */
export class PlanImportError extends WayfoldError<PlanToolsErrorCode> {
  override readonly name = 'PlanImportError';
  /** Where in the file: `line 12`, or `steps[2].title` in JSON. */
  readonly place: string | undefined;

  constructor({ place, ...report }: ErrorReport & { readonly place?: string | undefined }) {
    super('import-unreadable', report);
    this.place = place;
  }
}
