import { errorClass, type PlainErrorReport } from '../../journal/error.ts';
import { errorCodes } from '../../journal/error-codes.ts';

/** Every code of a {@link ModuleError}; each has a page in `docs/errors/`. */
export const MODULE_ERROR_CODES = errorCodes({
  'module-duplicate': { status: 409, exit: 'usage' },
  'module-invalid': { status: 422, exit: 'usage' },
  'module-not-found': { status: 404, exit: 'notFound' },
  'module-unloadable': { status: 422, exit: 'refused' },
});

/** One of {@link MODULE_ERROR_CODES}. */
export type ModuleErrorCode = keyof typeof MODULE_ERROR_CODES;

/** An unusable planner module. */
export class ModuleError extends errorClass('ModuleError', MODULE_ERROR_CODES) {
  /** The path of the module's file, or the given text if no file was found. */
  readonly source: string;

  constructor(code: ModuleErrorCode, { source, ...report }: PlainErrorReport & { readonly source: string }) {
    super(code, report);
    this.source = source;
  }
}
