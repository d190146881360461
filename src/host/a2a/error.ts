import { errorClass } from '../../journal/error.ts';
import { errorCodes } from '../../journal/error-codes.ts';

/** Every code of an {@link A2aError}; each has a page in `docs/errors/`. */
export const A2A_ERROR_CODES = errorCodes({
  'agent-address-refused': { status: 422, exit: 'usage' },
  'agent-card-invalid': { status: 502, exit: 'refused' },
  'agent-refused': { status: 502, exit: 'refused' },
  'agent-unreachable': { status: 502, exit: 'refused' },
  'no-open-task': { status: 409, exit: 'refused' },
});

/** Another agent that cannot be talked to, or not in this way. */
export class A2aError extends errorClass('A2aError', A2A_ERROR_CODES) {}
