import { type ErrorReport, errorClass } from '../journal/error.ts';
import { errorCodes } from '../journal/error-codes.ts';

/** Every error code of the plan tools; each has a page in `docs/errors/`. */
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

/** A refused tool call. The plan is unchanged. */
export class ToolValidationError extends errorClass('ToolValidationError', PLAN_TOOLS_ERROR_CODES) {
  /** The invalid input field on the wire: `initial_steps[1].title`. */
  readonly field: string | undefined;

  constructor(
    code: PlanToolsErrorCode,
    { field, ...report }: ErrorReport & { readonly field?: string | undefined },
  ) {
    super(code, report);
    this.field = field;
  }
}

/** A prompt or section that cannot be created or rendered. */
export class PromptError extends errorClass('PromptError', PLAN_TOOLS_ERROR_CODES) {
  /** The invalid parameter. */
  readonly parameter: string | undefined;

  constructor(
    code: 'missing-session' | 'prompt-parameter' | 'unknown-strategy',
    { parameter, ...report }: ErrorReport & { readonly parameter?: string | undefined },
  ) {
    super(code, report);
    this.parameter = parameter;
  }
}

/** A file that cannot be imported as a plan. Nothing was recorded. */
export class PlanImportError extends errorClass('PlanImportError', PLAN_TOOLS_ERROR_CODES) {
  /** The position in the file: `line 12`, or `steps[2].title` in JSON. */
  readonly place: string | undefined;

  constructor({ place, ...report }: ErrorReport & { readonly place?: string | undefined }) {
    super('import-unreadable', report);
    this.place = place;
  }
}
