import { errorClass } from '../../journal/error.ts';
import { errorCodes } from '../../journal/error-codes.ts';

/** Every code of a {@link CliError}; each has a page in `docs/errors/`. */
export const CLI_ERROR_CODES = errorCodes({
  'confirmation-needed': { status: 400, exit: 'usage' },
  declined: { status: 409, exit: 'refused' },
  'file-exists': { status: 409, exit: 'refused' },
  'file-failed': { status: 500, exit: 'refused' },
  'file-not-found': { status: 404, exit: 'notFound' },
  'no-data': { status: 404, exit: 'notFound' },
  'telemetry-unavailable': { status: 500, exit: 'usage' },
  usage: { status: 400, exit: 'usage' },
});

/** A command that was refused for a reason outside the journal. */
export class CliError extends errorClass('CliError', CLI_ERROR_CODES) {}
