import { type ErrorReport, JournalError, type JournalErrorCode } from '../error.ts';

interface Failure {
  /**
   * An SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html) or a Node error code; may be
   * empty.
   */
  readonly code: string;
  readonly message: string;
}

const LOST = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '57P02', '57P03', '57P05', '25P03']);
// The driver gives these no code.
const CUT = /^Connection terminated( unexpectedly)?$|is not queryable$/;
const NO_ANSWER = 'no answer in time';
const ABORTED = new Set(['40001', '40P01']);

/** Whether the connection is lost: it cannot be reused, and the last statement may or may not have run. */
export function isLost(error: unknown): boolean {
  const { code, message } = failureOf(error);
  return LOST.has(code) || code.startsWith('08') || CUT.test(message) || message === NO_ANSWER;
}

/** The failure of a connection whose server does not answer. */
export function noAnswer(): Error {
  return new Error(NO_ANSWER);
}

/** Whether the same may be retried at once: the connection was cut, or another transaction had priority. */
export function isPassing(error: unknown): boolean {
  if (error instanceof JournalError && ofUnknownOutcome.has(error)) return false;
  const { code, message } = failureOf(error);
  return ABORTED.has(code) || (isLost(error) && message !== NO_ANSWER);
}

/** Whether a prepared statement no longer matches the tables: it may work unprepared. */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, message } = failureOf(error);
  return code === '0A000' && message.includes('cached plan');
}

export function isRefused(error: unknown): boolean {
  return failureOf(error).code === 'ECONNREFUSED';
}

/** The typed error for a failed connection. */
export function unreachable(where: string, error: unknown): JournalError {
  const { code, message } = failureOf(error);
  if (code === 'ERR_INVALID_URL') {
    // Without its cause, which contains the URL with the password.
    return new JournalError('store-unreachable', {
      summary: 'The URL of the PostgreSQL server cannot be read.',
      fix: 'Write it like postgres://user:password@host:5432/database. In a password, write @ : / ? # % as %40 %3A %2F %3F %23 %25.',
    });
  }
  return new JournalError('store-unreachable', {
    summary: `${where} does not accept the connection: ${failureText({ code, message })}.`,
    fix: fixForConnecting(code),
    cause: error,
  });
}

/** The typed error for a failed statement. */
export function storeError(where: string, error: unknown): JournalError {
  const failure = failureOf(error);
  const [code, report] = isLost(error)
    ? lostReport(where, failure)
    : reportOf(where, failure.code, failureText(failure));
  return new JournalError(code, { ...report, cause: error });
}

const ofUnknownOutcome = new WeakSet<JournalError>();

/** The error for a change without a response. */
export function outcomeUnknown(where: string, what: string, fix: string, cause: unknown): JournalError {
  const error = new JournalError('store-unreachable', {
    summary: `The connection to ${where} was lost before it confirmed ${what} (${failureText(failureOf(cause))}). The change may or may not have been made.`,
    fix,
    cause,
  });
  ofUnknownOutcome.add(error);
  return error;
}

/** The failure in whatever the driver threw, even if it is already a typed error. */
function failureOf(error: unknown): Failure {
  if (error instanceof JournalError && error.cause !== undefined) return failureOf(error.cause);
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { code, message: error.message };
}

function failureText({ code, message }: Failure): string {
  // A host with several addresses fails with only a code.
  if (message === '') return code;
  return code === '' || message.includes(code) ? message : `${message} (${code})`;
}

function fixForConnecting(code: string): string {
  if (code.startsWith('28')) return 'Check the user and the password in the URL.';
  if (code === '3D000') return 'Create that database, or name another one in the URL.';
  if (code === '53300') return 'Raise max_connections there, or lower poolSize here.';
  return 'Check that the server runs, and the host and port in the URL.';
}

function lostReport(where: string, failure: Failure): [JournalErrorCode, ErrorReport] {
  return [
    'store-unreachable',
    {
      summary: `${where} does not answer: ${failureText(failure)}.`,
      fix: 'Check that the server is running, then try again.',
    },
  ];
}

function reportOf(where: string, code: string, actual: string): [JournalErrorCode, ErrorReport] {
  switch (code) {
    case '53100':
      return [
        'store-full',
        {
          summary: `The disk of ${where} is full: ${actual}.`,
          fix: 'Free some space there and try again. Nothing was written.',
        },
      ];
    case '25006':
      return [
        'store-read-only',
        {
          summary: `${where} is read-only: ${actual}.`,
          fix: 'Connect to the primary instead of a standby, or end the read-only mode.',
        },
      ];
    case '40001':
    case '40P01':
    case '55P03':
      return [
        'store-locked',
        {
          summary: `${where} did not grant a lock in time: ${actual}.`,
          fix: 'Try again; pg_stat_activity shows who keeps a transaction open. Nothing was written.',
        },
      ];
    case '42501':
      return [
        'store-failed',
        {
          summary: `This user may not use the schema in ${where}: ${actual}.`,
          fix: 'Grant the user the schema, or CREATE on the database.',
        },
      ];
    case 'XX001':
    case 'XX002':
      return [
        'store-corrupt',
        {
          summary: `${where} is damaged: ${actual}.`,
          fix: 'Restore a backup, or import an export into another store.',
        },
      ];
    default:
      return [
        'store-failed',
        {
          summary: `${where} failed: ${actual}.`,
          fix: "Read the server's log. Nothing was written.",
        },
      ];
  }
}
