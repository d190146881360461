/** The exit codes of the command line, by the name that an error code declares. */
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
 * The HTTP statuses of errors. 500: something here has to be fixed; 502 and 504: another program or service failed;
 * 503: temporary, clients should retry.
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

/** The status and exit code of an error code. Its page is `docs/errors/<code>.md`. */
export interface ErrorDeclaration {
  readonly status: HttpErrorStatus;
  readonly exit: keyof typeof ERROR_EXIT;
}

/** Declarations by error code. */
export type ErrorCodes<Code extends string = string> = Readonly<Record<Code, ErrorDeclaration>>;

/** Declares the error codes of an area, in one place. */
export function errorCodes<const Code extends string>(codes: ErrorCodes<Code>): ErrorCodes<Code> {
  return codes;
}

/** How an undeclared code is reported: as a refusal. */
export const REFUSED: ErrorDeclaration = { status: 409, exit: 'refused' };

/** For errors whose codes come from elsewhere, such as a user's own planner: all are refusals without a page. */
export const FREE_CODES: ErrorCodes<never> = {};
