/** What the command line exits with when an error ends it, by the name that an error code declares. */
export const ERROR_EXIT = {
  unexpected: 1,
  usage: 2,
  notFound: 3,
  refused: 4,
  damaged: 5,
  storeUnavailable: 6,
} as const;

/** One of the exit codes of {@link ERROR_EXIT}. */
export type ErrorExitCode = (typeof ERROR_EXIT)[keyof typeof ERROR_EXIT];

/**
 * The HTTP statuses that an error can have. 500 is for what somebody has to mend here, 502 and 504 for what another
 * program or service did, 503 for what passes by itself: clients are told to try again.
 */
export type HttpErrorStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 409
  | 413
  | 421
  | 422
  | 429
  | 500
  | 502
  | 503
  | 504
  | 507;

/** How an error code is answered. Its page is `docs/errors/<code>.md`. */
export interface ErrorDeclaration {
  readonly status: HttpErrorStatus;
  readonly exit: keyof typeof ERROR_EXIT;
}

/** Declarations by error code. */
export type ErrorCodes<Code extends string = string> = Readonly<Record<Code, ErrorDeclaration>>;

/** Declares the error codes of an area; the only place where they are listed. */
export function errorCodes<const Code extends string>(codes: ErrorCodes<Code>): ErrorCodes<Code> {
  return codes;
}

/** How a code that is not declared is answered: as a refusal. */
export const REFUSED: ErrorDeclaration = { status: 409, exit: 'refused' };

/** For errors whose codes come from elsewhere, such as a planner of a user's own: all are refusals without a page. */
export const FREE_CODES: ErrorCodes<never> = {};
