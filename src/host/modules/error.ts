import { errorClass, type PlainErrorReport } from '../../journal/error.ts';
import { errorCodes } from '../../journal/error-codes.ts';

/** Every code a {@link ModuleError} can carry; each has its page in `docs/errors/`. */
export const MODULE_ERROR_CODES = errorCodes({
  'module-duplicate': { status: 409, exit: 'usage' },
  'module-invalid': { status: 422, exit: 'usage' },
  'module-not-found': { status: 404, exit: 'notFound' },
  'module-unloadable': { status: 422, exit: 'refused' },
});

/** One of {@link MODULE_ERROR_CODES}. */
export type ModuleErrorCode = keyof typeof MODULE_ERROR_CODES;

/** A planner module that cannot be used. */
export class ModuleError extends errorClass('ModuleError', MODULE_ERROR_CODES) {
  /** The path of the module's file, or what was written where no file was found. */
  readonly source: string;

  constructor(code: ModuleErrorCode, { source, ...report }: PlainErrorReport & { readonly source: string }) {
    super(code, report);
    this.source = source;
  }
}
