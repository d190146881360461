import { errorClass } from '../../journal/error.ts';
import { errorCodes } from '../../journal/error-codes.ts';

/** Every code of an {@link EngineError}; each has a page in `docs/errors/`. */
export const ENGINE_ERROR_CODES = errorCodes({
  'engine-refused': { status: 502, exit: 'refused' },
  'engine-unreachable': { status: 503, exit: 'storeUnavailable' },
  'invalid-engine': { status: 422, exit: 'usage' },
  'store-not-shared': { status: 422, exit: 'usage' },
  'worker-cannot-listen': { status: 500, exit: 'refused' },
});

/** A durable-execution engine that cannot run sessions. */
export class EngineError extends errorClass('EngineError', ENGINE_ERROR_CODES) {}
