import { type ErrorReport, WayfoldError } from '../journal/error.ts';

/** Every code an error of the harness can carry; each has its page in `docs/errors/`. */
export const HARNESS_ERROR_CODES = [
  'config-invalid',
  'config-pending',
  'digest-mismatch',
  'invalid-deep-link',
  'no-model',
  'send-in-flight',
  'unknown-attachment',
  'unknown-draft',
] as const;

/** One of {@link HARNESS_ERROR_CODES}. */
export type HarnessErrorCode = (typeof HARNESS_ERROR_CODES)[number];

/** A decision that cannot be taken: the draft is not there, or is not the one the decision names. Nothing was appended. */
export class DecisionError extends WayfoldError<'digest-mismatch' | 'unknown-draft'> {
  override readonly name = 'DecisionError';
}

/** A setup that cannot be exported, with the reason for each field at fault. */
export class ConfigError extends WayfoldError<'config-invalid' | 'config-pending'> {
  override readonly name = 'ConfigError';
  /** What is wrong, by the key of the field. */
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
export class DeepLinkError extends WayfoldError<'invalid-deep-link'> {
  override readonly name = 'DeepLinkError';

  constructor(report: ErrorReport) {
    super('invalid-deep-link', report);
  }
}

/** A pass or a reconfiguration that was refused. */
export class HarnessError extends WayfoldError<'no-model' | 'send-in-flight' | 'unknown-attachment'> {
  override readonly name = 'HarnessError';
}
