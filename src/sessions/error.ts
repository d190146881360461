import { errorClass } from '../journal/error.ts';
import { errorCodes } from '../journal/error-codes.ts';
import { ConflictError } from '../kernel/error.ts';

/** Every code of a {@link SessionsError}; each has a page in `docs/errors/`. */
export const SESSIONS_ERROR_CODES = errorCodes({
  'conversation-ended': { status: 409, exit: 'refused' },
  'invalid-command': { status: 400, exit: 'usage' },
  'no-artifact': { status: 404, exit: 'notFound' },
  'planner-not-loaded': { status: 409, exit: 'refused' },
  'transport-in-use': { status: 409, exit: 'refused' },
});

/** Something that cannot be done with a session. Nothing was appended. */
export class SessionsError extends errorClass('SessionsError', SESSIONS_ERROR_CODES) {}

/** A session is at another version than the author of a command expected. Nothing was appended. */
export class VersionConflict extends ConflictError {
  /** The current version of the session: the seq of its last fact. */
  readonly head: number;

  constructor(head: number, report: ConstructorParameters<typeof ConflictError>[0]) {
    super(report);
    this.head = head;
  }
}
