import { WayfoldError } from '../journal/error.ts';
import { errorCodes } from '../journal/error-codes.ts';

/** Every code a {@link SessionsError} can carry; each has its page in `docs/errors/`. */
export const SESSIONS_ERROR_CODES = errorCodes({
  'invalid-command': { status: 400, exit: 'usage' },
  'planner-not-loaded': { status: 409, exit: 'refused' },
});

/** One of {@link SESSIONS_ERROR_CODES}. */
export type SessionsErrorCode = keyof typeof SESSIONS_ERROR_CODES;

/** Something that cannot be done with a session. Nothing was appended. */
export class SessionsError extends WayfoldError<SessionsErrorCode> {
  override readonly name = 'SessionsError';

  protected override get codes() {
    return SESSIONS_ERROR_CODES;
  }
}
