import { errorClass } from '../../journal/error.ts';
import { errorCodes } from '../../journal/error-codes.ts';

/** Every code of a {@link ServerError}; each has a page in `docs/errors/`. */
export const SERVER_ERROR_CODES = errorCodes({
  'address-unavailable': { status: 500, exit: 'refused' },
  'body-too-large': { status: 413, exit: 'refused' },
  'host-refused': { status: 421, exit: 'refused' },
  'invalid-request': { status: 400, exit: 'usage' },
  'method-not-allowed': { status: 405, exit: 'refused' },
  'not-found': { status: 404, exit: 'notFound' },
  'origin-refused': { status: 403, exit: 'refused' },
  'port-in-use': { status: 500, exit: 'refused' },
  'rate-limited': { status: 429, exit: 'refused' },
  'token-needed': { status: 401, exit: 'usage' },
  'token-refused': { status: 401, exit: 'refused' },
  'too-many-connections': { status: 503, exit: 'refused' },
  'too-many-streams': { status: 503, exit: 'refused' },
  unexpected: { status: 500, exit: 'unexpected' },
  'webhook-failed': { status: 502, exit: 'refused' },
});

/** A refused request, or a server that could not start. */
export class ServerError extends errorClass('ServerError', SERVER_ERROR_CODES) {}
