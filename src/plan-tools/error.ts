import { type ErrorReport, errorClass } from '../journal/error.ts';
import { errorCodes } from '../journal/error-codes.ts';

/** Every code an error of the plan tools can carry; each has its page in `docs/errors/`. */
export const PLAN_TOOLS_ERROR_CODES = errorCodes({
  'import-unreadable': { status: 422, exit: 'usage' },
  'invalid-tool-input': { status: 400, exit: 'usage' },
  'missing-session': { status: 500, exit: 'unexpected' },
  'no-plan': { status: 409, exit: 'notFound' },
  'plan-active': { status: 409, exit: 'refused' },
  'plan-not-active': { status: 409, exit: 'refused' },
  'prompt-parameter': { status: 500, exit: 'unexpected' },
  'step-claimed': { status: 409, exit: 'refused' },
  'step-cycle': { status: 409, exit: 'refused' },
  'step-not-found': { status: 404, exit: 'notFound' },
  'step-not-ready': { status: 409, exit: 'refused' },
  'unknown-strategy': { status: 400, exit: 'usage' },
  'unknown-tool': { status: 404, exit: 'usage' },
});

/** One of {@link PLAN_TOOLS_ERROR_CODES}. */
export type PlanToolsErrorCode = keyof typeof PLAN_TOOLS_ERROR_CODES;

/** A tool call that was refused. The plan is as it was. */
export class ToolValidationError extends errorClass('ToolValidationError', PLAN_TOOLS_ERROR_CODES) {
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
export class PromptError extends errorClass('PromptError', PLAN_TOOLS_ERROR_CODES) {
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
export class PlanImportError extends errorClass('PlanImportError', PLAN_TOOLS_ERROR_CODES) {
  /** Where in the file: `line 12`, or `steps[2].title` in JSON. */
  readonly place: string | undefined;

  constructor({ place, ...report }: ErrorReport & { readonly place?: string | undefined }) {
    super('import-unreadable', report);
    this.place = place;
  }
}
