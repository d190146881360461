import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ErrorReport, JournalError, type JournalErrorCode } from '../error.ts';

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

/** Whether another connection holds the lock, so that trying again later can work. */
export function isBusy(error: unknown): boolean {
  return isSqliteFailure(error) && [BUSY, LOCKED].includes(error.errcode & 0xff);
}

/** Whether the database refused a row because of what is there already. */
export function isConstraint(error: unknown): boolean {
  return isSqliteFailure(error) && (error.errcode & 0xff) === CONSTRAINT;
}

/** Runs an operation on the database and turns SQLite's failures into typed ones. */
export function guarded<T>(file: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    throw storeError(file, error);
  }
}

/** The typed error for a failure of SQLite; anything else stays what it is. */
export function storeError(file: string, error: unknown): unknown {
  if (!isSqliteFailure(error)) return error;
  const [code, report] = reportOf(file, error);
  return new JournalError(code, { ...report, cause: error });
}

export function storeLocked(file: string, waitedMs: number): JournalError {
  return new JournalError('store-locked', {
    expected: `the write lock of ${file} within ${waitedMs} ms`,
    actual: 'a lock that another process kept',
    fix: 'Try again, or find the process that keeps a transaction open (fuser or lsof on the file).',
  });
}

export function foreignFile(file: string, actual: string, cause?: unknown): JournalError {
  return new JournalError('store-foreign', {
    expected: `${file} to be a Wayfold store`,
    actual,
    fix: 'Nothing was changed in it. Choose another file with --data or sqliteStore(file).',
    cause,
  });
}

export function corruptFile(file: string, actual: string, cause?: unknown): JournalError {
  return new JournalError('store-corrupt', {
    expected: `${file} to be a whole database`,
    actual,
    fix: 'Nothing was changed in it. Copy the file away, then restore a backup or import an export.',
    cause,
  });
}

/** On some file systems a full disk is an I/O error like any other to SQLite. */
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
        { expected: `access to ${file}`, actual, fix: 'Another process holds it. Try again.' },
      ];
    case READONLY:
      return [
        'store-read-only',
        {
          expected: `to be able to write ${file}`,
          actual,
          fix: 'Check who owns the file and its directory, and whether the disk is mounted read-only.',
        },
      ];
    case CANTOPEN:
      return [
        'store-read-only',
        {
          expected: `to be able to open or create ${file}`,
          actual,
          fix: 'Check that the directory exists and that you may write to it.',
        },
      ];
    case FULL:
      return [
        'store-full',
        {
          expected: `room on the disk of ${file}`,
          actual,
          fix: 'Nothing was written. Free some space on that disk and try again.',
        },
      ];
    case IOERR:
      if (isDiskFull(file)) return reportOf(file, { errcode: FULL, message });
      return [
        'store-failed',
        {
          expected: `to read and write ${file}`,
          actual,
          fix: 'The disk failed or is full. Check it, then run `wayfold doctor --verify`.',
        },
      ];
    case CORRUPT: {
      const { expected, fix } = corruptFile(file, actual);
      return ['store-corrupt', { expected, actual, fix }];
    }
    case NOTADB: {
      const { expected, fix } = foreignFile(file, actual);
      return ['store-foreign', { expected, actual, fix }];
    }
    default:
      return [
        'store-failed',
        { expected: `${file} to answer`, actual, fix: 'Run `wayfold doctor` for details.' },
      ];
  }
}
