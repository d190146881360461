import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { causeText, JournalError } from '../error.ts';
import { makePrivateDirectory } from '../private-directory.ts';
import { APPLICATION_ID, MIGRATIONS, migrate, newerFile, pragmaNumber, versionOf } from './schema.ts';
import { corruptFile, foreignFile, guarded } from './sqlite-error.ts';

const OPEN_TIMEOUT_MS = 10_000;
const HEADER_BYTES = 100;
const OTHERS = 0o077;
const MAGIC = 'SQLite format 3\0';

/** As a statement: the constructor option is newer than the oldest supported Node. */
const patience = (timeoutMs: number) => `PRAGMA busy_timeout = ${timeoutMs}`;

/**
 * FULL: a commit is on disk before it is acknowledged. secure_delete: erased data is overwritten. wal_autocheckpoint: the
 * log may grow to 16 MB before it is copied into the file, so that pages that change often are copied less often.
 */
const SETTINGS = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
  PRAGMA wal_autocheckpoint = 4000`;

/** Opens or creates a store file. A foreign, newer or truncated file is refused before a byte of it changes. */
export function openDatabase(file: string, timeoutMs = OPEN_TIMEOUT_MS): DatabaseSync {
  if (file !== ':memory:') {
    makePrivateDirectory(dirname(file));
    makePrivate(file);
    inspect(file, timeoutMs);
  }
  return guarded(file, () => {
    const db = new DatabaseSync(file);
    try {
      db.exec(patience(timeoutMs));
      db.exec(SETTINGS);
      migrate(db, file);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/** Opens or creates a file next to a store, as private as the store; `shape` creates its content. */
export function openPrivate(file: string, shape: string): DatabaseSync {
  if (file !== ':memory:') makePrivate(file);
  return guarded(file, () => {
    const db = new DatabaseSync(file);
    try {
      db.exec(patience(OPEN_TIMEOUT_MS));
      db.exec(shape);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/**
 * Makes the store accessible only to its owner, whatever the umask and directory. SQLite gives its side files the
 * mode of the main file, so it has to be right before SQLite opens it.
 */
function makePrivate(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
    throw foreignFile(file, 'it is a symbolic link, which is not followed');
  try {
    closeSync(openSync(file, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, 0o600));
  } catch {
    // It exists already. If it cannot be created, SQLite fails too and says why.
  }
  const user = process.getuid?.();
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() && stats.uid === user && (stats.mode & OTHERS) !== 0) chmodSync(path, 0o600);
  }
}

function inspect(file: string, timeoutMs: number): void {
  if (!existsSync(file) || statSync(file).size === 0) return;
  if (!statSync(file).isFile()) throw foreignFile(file, 'it is not a regular file');
  checkHeader(file);
  guarded(file, () => {
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      db.exec(patience(timeoutMs));
      // A consistent read: another process may be setting the file up.
      db.exec('BEGIN');
      const application = pragmaNumber(db, 'application_id');
      const version = versionOf(db);
      const tables = Number(db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n);
      // A new file that another process is just setting up has no table and no mark yet.
      if (application === 0 && tables === 0) return;
      if (application !== APPLICATION_ID)
        throw foreignFile(file, 'it is the SQLite database of another program');
      if (version > MIGRATIONS.length) throw newerFile(file, version, MIGRATIONS.length);
      if (version < 1) throw corruptFile(file, `its version is ${version}`);
    } finally {
      db.close();
    }
  });
}

/** SQLite reads a missing tail as zeros and may notice only much later, so the length is checked first. */
function checkHeader(file: string): void {
  const header = Buffer.alloc(HEADER_BYTES);
  const handle = openForReading(file);
  try {
    const read = readSync(handle, header, 0, HEADER_BYTES, 0);
    const start = header.toString('latin1', 0, Math.min(read, MAGIC.length));
    if (!MAGIC.startsWith(start)) throw foreignFile(file, 'it is not an SQLite database');
    if (read < HEADER_BYTES) throw corruptFile(file, `it has only ${read} bytes`);
  } finally {
    closeSync(handle);
  }
  const log = `${file}-wal`;
  // With a write-ahead log, the file may legitimately be shorter than the database.
  if (existsSync(log) && statSync(log).size > 0) return;
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const wanted = pageSize * header.readUInt32BE(28);
  const { size } = statSync(file);
  if (size < wanted) throw corruptFile(file, `it has ${size} of ${wanted} bytes: its end is cut off`);
}

function openForReading(file: string): number {
  try {
    return openSync(file, 'r');
  } catch (cause) {
    throw new JournalError('store-read-only', {
      summary: `${file} cannot be read: ${causeText(cause)}.`,
      fix: 'Check who owns the file.',
      cause,
    });
  }
}
