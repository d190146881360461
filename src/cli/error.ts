import { WayfoldError } from '../journal/error.ts';

/** Every code a {@link CliError} can carry; each has its page in `docs/errors/`. */
export const CLI_ERROR_CODES = [
  'confirmation-needed',
  'declined',
  'file-exists',
  'file-failed',
  'file-not-found',
  'no-data',
  'telemetry-unavailable',
  'usage',
] as const;

export type CliErrorCode = (typeof CLI_ERROR_CODES)[number];

/** A command that was refused before or beside the journal. */
export class CliError extends WayfoldError<CliErrorCode> {
  override readonly name = 'CliError';
}
