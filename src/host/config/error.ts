import { WayfoldError } from '../../journal/error.ts';

/** Every code a {@link ConfigurationError} can carry; each has its page in `docs/errors/`. */
export const CONFIGURATION_ERROR_CODES = ['configuration-invalid', 'configuration-unreadable'] as const;

/** One of {@link CONFIGURATION_ERROR_CODES}. */
export type ConfigurationErrorCode = (typeof CONFIGURATION_ERROR_CODES)[number];

/** A configuration that cannot be used. Nothing was begun. */
export class ConfigurationError extends WayfoldError<ConfigurationErrorCode> {
  override readonly name = 'ConfigurationError';
}
