import { WayfoldError } from '../../journal/error.ts';
import { errorCodes } from '../../journal/error-codes.ts';

/** Every code a {@link ConfigurationError} can carry; each has its page in `docs/errors/`. */
export const CONFIGURATION_ERROR_CODES = errorCodes({
  'configuration-invalid': { status: 422, exit: 'usage' },
  'configuration-unreadable': { status: 500, exit: 'refused' },
});

/** One of {@link CONFIGURATION_ERROR_CODES}. */
export type ConfigurationErrorCode = keyof typeof CONFIGURATION_ERROR_CODES;

/** A configuration that cannot be used. Nothing was begun. */
export class ConfigurationError extends WayfoldError<ConfigurationErrorCode> {
  override readonly name = 'ConfigurationError';

  protected override get codes() {
    return CONFIGURATION_ERROR_CODES;
  }
}
