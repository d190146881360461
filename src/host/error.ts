import { errorClass } from '../journal/error.ts';
import { errorCodes } from '../journal/error-codes.ts';

/** Every code of a {@link HostError}; each has a page in `docs/errors/`. */
export const HOST_ERROR_CODES = errorCodes({
  'no-session': { status: 404, exit: 'notFound' },
  'paired-with-itself': { status: 409, exit: 'refused' },
  'secret-missing': { status: 422, exit: 'refused' },
  'secrets-exposed': { status: 422, exit: 'refused' },
  'secrets-unreadable': { status: 422, exit: 'refused' },
  'session-exists': { status: 409, exit: 'refused' },
  'setup-unreadable': { status: 422, exit: 'refused' },
  'unknown-planner': { status: 422, exit: 'usage' },
});

/** Something that a host cannot run. */
export class HostError extends errorClass('HostError', HOST_ERROR_CODES) {}
