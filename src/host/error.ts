import { WayfoldError } from '../journal/error.ts';
import { errorCodes } from '../journal/error-codes.ts';

/** Every code a {@link HostError} can carry; each has its page in `docs/errors/`. */
export const HOST_ERROR_CODES = errorCodes({
  'no-session': { status: 404, exit: 'notFound' },
  'paired-with-itself': { status: 409, exit: 'refused' },
  'session-exists': { status: 409, exit: 'refused' },
  'setup-unreadable': { status: 422, exit: 'refused' },
  'unknown-planner': { status: 422, exit: 'usage' },
});

/** One of {@link HOST_ERROR_CODES}. */
export type HostErrorCode = keyof typeof HOST_ERROR_CODES;

/** Something that a host cannot run. */
export class HostError extends WayfoldError<HostErrorCode> {
  override readonly name = 'HostError';

  protected override get codes() {
    return HOST_ERROR_CODES;
  }
}
