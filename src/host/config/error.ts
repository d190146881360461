import { errorClass } from '../../journal/error.ts';
import { errorCodes } from '../../journal/error-codes.ts';

/** Every code of a {@link ConfigurationError}; each has a page in `docs/errors/`. */
export const CONFIGURATION_ERROR_CODES = errorCodes({
  'configuration-invalid': { status: 422, exit: 'usage' },
  'configuration-exposed': { status: 500, exit: 'usage' },
  'configuration-unreadable': { status: 500, exit: 'refused' },
});

/** An unusable configuration. Nothing was started. */
export class ConfigurationError extends errorClass('ConfigurationError', CONFIGURATION_ERROR_CODES) {}
