import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ErrorReport, reportOf as errorReport, JournalError, type JournalErrorCode } from '../error.ts';

// Primary result codes of SQLite, https://sqlite.org/rescode.html
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const CONSTRAINT = 19;
const NOTADB = 26;

interface SqliteFailure {
  readonly code: 'ERR_SQLITE_ERROR';
  readonly errcode: number;
  readonly message: string;
}

function isSqliteFailure(error: unknown): error is SqliteFailure {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR' && 'errcode' in error;
}

/** Whether another connection holds the lock, so that a retry can work. */
export function isBusy(error: unknown): boolean {
  return isSqliteFailure(error) && [BUSY, LOCKED].includes(error.errcode & 0xff);
}

/** Whether a constraint of the database refused a row. */
export function isConstraint(error: unknown): boolean {
  return isSqliteFailure(error) && (error.errcode & 0xff) === CONSTRAINT;
}

/** Runs a database operation and turns SQLite's failures into typed ones. */
export function guarded<T>(file: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    throw storeError(file, error);
  }
}

/** The typed error for a failure of SQLite; anything else is unchanged. */
export function storeError(file: string, error: unknown): unknown {
  if (!isSqliteFailure(error)) return error;
  const [code, report] = reportOf(file, error);
  return new JournalError(code, { ...report, cause: error });
}

export function storeLocked(file: string, waitedMs: number): JournalError {
  return new JournalError('store-locked', {
    summary: `Another process kept ${file} locked for ${waitedMs} ms.`,
    fix: 'Try again, or find the process that keeps a transaction open (fuser or lsof on the file).',
  });
}

export function foreignFile(file: string, actual: string, cause?: unknown): JournalError {
  return new JournalError('store-foreign', {
    summary: `${file} is not a Wayfold store: ${actual}.`,
    fix: 'Choose another file with --data or sqliteStore(file). The file was not changed.',
    cause,
  });
}

export function corruptFile(file: string, actual: string, cause?: unknown): JournalError {
  return new JournalError('store-corrupt', {
    summary: `${file} is damaged: ${actual}.`,
    fix: 'Copy the file away, then restore a backup or import an export. The file was not changed.',
    cause,
  });
}

/** On some file systems SQLite reports a full disk as an I/O error. */
function isDiskFull(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize < 1024 * 1024;
  } catch {
    return false;
  }
}

function reportOf(
  file: string,
  { errcode, message }: Pick<SqliteFailure, 'errcode' | 'message'>,
): [JournalErrorCode, ErrorReport] {
  const actual = `SQLite error ${errcode}: ${message}`;
  switch (errcode & 0xff) {
    case BUSY:
    case LOCKED:
      return [
        'store-locked',
        { summary: `${file} is in use: ${actual}.`, fix: 'Another process holds it. Try again.' },
      ];
    case READONLY:
      return [
        'store-read-only',
        {
          summary: `${file} cannot be written: ${actual}.`,
          fix: 'Check who owns the file and its directory, and whether the disk is mounted read-only.',
        },
      ];
    case CANTOPEN:
      return [
        'store-read-only',
        {
          summary: `${file} cannot be opened or created: ${actual}.`,
          fix: 'Check that the directory exists and that you may write to it.',
        },
      ];
    case FULL:
      return [
        'store-full',
        {
          summary: `The disk of ${file} is full: ${actual}.`,
          fix: 'Free some space on that disk and try again. Nothing was written.',
        },
      ];
    case IOERR:
      if (isDiskFull(file)) return reportOf(file, { errcode: FULL, message });
      return [
        'store-failed',
        {
          summary: `${file} cannot be read or written: ${actual}.`,
          fix: 'The disk failed or is full. Check it, then run `wayfold doctor --verify`.',
        },
      ];
    case CORRUPT:
      return ['store-corrupt', errorReport(corruptFile(file, actual))];
    case NOTADB:
      return ['store-foreign', errorReport(foreignFile(file, actual))];
    default:
      return [
        'store-failed',
        { summary: `${file} failed: ${actual}.`, fix: 'Run `wayfold doctor` for details.' },
      ];
  }
}
