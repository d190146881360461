import { type ErrorReport, errorClass, errorClassOf } from '../journal/error.ts';
import { errorCodes } from '../journal/error-codes.ts';

/** Every error code of the harness; each has a page in `docs/errors/`. */
export const HARNESS_ERROR_CODES = errorCodes({
  'config-invalid': { status: 422, exit: 'usage' },
  'config-pending': { status: 409, exit: 'refused' },
  'digest-mismatch': { status: 409, exit: 'refused' },
  'invalid-command': { status: 400, exit: 'usage' },
  'invalid-deep-link': { status: 400, exit: 'usage' },
  'no-model': { status: 422, exit: 'usage' },
  'planner-failed': { status: 500, exit: 'unexpected' },
  'send-in-flight': { status: 409, exit: 'refused' },
  'unknown-attachment': { status: 422, exit: 'notFound' },
  'unknown-draft': { status: 404, exit: 'notFound' },
});

/**
 * An impossible decision: the draft does not exist, or is not the one that the decision names. Nothing was
 * appended.
 */
export class DecisionError extends errorClass<'digest-mismatch' | 'unknown-draft'>(
  'DecisionError',
  HARNESS_ERROR_CODES,
) {}

/** A command that does not match its schema. Nothing was appended. */
export class CommandError extends errorClassOf('CommandError', HARNESS_ERROR_CODES, 'invalid-command') {}

/** A setup that cannot be exported, with the reason for each invalid field. */
export class ConfigError extends errorClass<'config-invalid' | 'config-pending'>(
  'ConfigError',
  HARNESS_ERROR_CODES,
) {
  /** What is wrong, by field key. */
  readonly reasons: Readonly<Record<string, string>>;

  constructor(
    code: 'config-invalid' | 'config-pending',
    { reasons, ...report }: ErrorReport & { readonly reasons: Readonly<Record<string, string>> },
  ) {
    super(code, report);
    this.reasons = reasons;
  }
}

/** A link that cannot be read, or a state that does not fit into one. */
export class DeepLinkError extends errorClassOf('DeepLinkError', HARNESS_ERROR_CODES, 'invalid-deep-link') {}

/** A refused pass or reconfiguration. */
export class HarnessError extends errorClass<'no-model' | 'send-in-flight' | 'unknown-attachment'>(
  'HarnessError',
  HARNESS_ERROR_CODES,
) {}

/** The code of a refusal whose planner gives none. */
export const REFUSAL_ERROR_CODES = errorCodes({ refused: { status: 409, exit: 'refused' } });
