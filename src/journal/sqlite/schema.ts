import type { DatabaseSync } from 'node:sqlite';
import { JournalError } from '../error.ts';
import { rollBack } from './roll-back.ts';

/** Marks the file as ours (`PRAGMA application_id`): "Wayf". */
export const APPLICATION_ID = 0x57617966;

/** The mark of a row that nothing follows. As long as a hash, so that marking a row does not move it. */
export const OPEN = `x'${'00'.repeat(32)}'`;
/** The mark of a row that something follows, or that nothing may: by what is not said. */
export const FOLLOWED = `x'${'ff'.repeat(32)}'`;

/**
 * Every shape the store has had, oldest first; `PRAGMA user_version` counts how many a file has seen. A released one is
 * never edited: a change is a new entry.
 *
 * A journal is a branch. A fork is a branch that shares its parent's facts up to `base`, so it costs nothing. A
 * branch without an id is one nobody can open: deleted, but forks still share it; or an import that is under way.
 *
 * The rows of a branch begin with its root, which stands for what lies before its first fact. Each row is marked with the
 * hash of the fact after it, in the database itself: a fact that would leave a gap, come second, or land in a branch that
 * is deleted is refused there, whatever a process believes; and one that is lost is missed by the row before it. That row
 * is nearly always in the same page, so an append writes one page and no other that says where the journal ends.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE store (
    redactions INTEGER NOT NULL
  ) STRICT;
  INSERT INTO store VALUES (0);

  CREATE TABLE journals (
    branch      INTEGER PRIMARY KEY AUTOINCREMENT,
    id          TEXT UNIQUE,
    parent      INTEGER,
    base        INTEGER NOT NULL,
    origin      TEXT NOT NULL,
    native_from INTEGER NOT NULL,
    created_at  TEXT NOT NULL,
    growing     INTEGER NOT NULL,
    head        INTEGER NOT NULL,
    head_hash   TEXT NOT NULL,
    head_ts     TEXT NOT NULL
  ) STRICT;
  CREATE INDEX journals_by_parent ON journals (parent, base) WHERE parent IS NOT NULL;

  -- place is branch << 32 | seq: a fact goes to the end of its branch in the table itself, with no index to keep.
  CREATE TABLE facts (
    place       INTEGER PRIMARY KEY,
    id          TEXT NOT NULL,
    ts          TEXT NOT NULL,
    type        TEXT NOT NULL,
    v           INTEGER NOT NULL,
    payload     TEXT,
    digest      TEXT NOT NULL,
    hash        TEXT NOT NULL,
    redacted_at TEXT
  ) STRICT;
  CREATE TRIGGER facts_move_head AFTER INSERT ON facts BEGIN
    UPDATE journals SET head = new.place & 0xffffffff, head_hash = new.hash, head_ts = new.ts
    WHERE branch = new.place >> 32 AND head = (new.place & 0xffffffff) - 1 AND growing = 1;
    SELECT RAISE(ABORT, 'the head has moved') WHERE changes() = 0;
  END;

  CREATE TABLE keys (
    branch   INTEGER NOT NULL,
    name     TEXT NOT NULL,
    digest   TEXT NOT NULL,
    from_seq INTEGER NOT NULL,
    to_seq   INTEGER NOT NULL,
    PRIMARY KEY (branch, name)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE snapshots (
    branch  INTEGER NOT NULL,
    name    TEXT NOT NULL,
    version INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    state   TEXT NOT NULL,
    PRIMARY KEY (branch, name, version, seq)
  ) STRICT;

  CREATE TABLE attachments (
    sha256     TEXT PRIMARY KEY,
    size       INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    bytes      BLOB NOT NULL
  ) STRICT;
  `,
  `
  DROP TRIGGER facts_move_head;

  -- The rows that are there have it without being written again.
  ALTER TABLE facts ADD COLUMN next BLOB NOT NULL DEFAULT ${FOLLOWED};
  UPDATE facts SET next = coalesce(unhex(j.head_hash), ${FOLLOWED}) FROM journals j
  WHERE place = (j.branch << 32 | j.head) - 1 AND j.growing = 1 AND j.head > j.base;
  UPDATE facts SET next = ${OPEN} FROM journals j
  WHERE place = (j.branch << 32 | j.head) AND j.growing = 1 AND j.head > j.base;

  INSERT INTO facts (place, id, ts, type, v, digest, hash, next)
  SELECT j.branch << 32 | j.base, '', coalesce(f.ts, ''), '', 0, '', coalesce(f.hash, printf('%064d', 0)),
         CASE WHEN j.head = j.base AND j.growing = 1 THEN ${OPEN}
              WHEN j.head = j.base + 1 AND j.growing = 1 THEN coalesce(unhex(j.head_hash), ${FOLLOWED})
              ELSE ${FOLLOWED} END
  FROM journals j LEFT JOIN facts f ON f.place = (j.parent << 32 | j.base);

  CREATE TRIGGER facts_follow AFTER INSERT ON facts WHEN new.v > 0 BEGIN
    UPDATE facts SET next = unhex(new.hash) WHERE place = new.place - 1 AND next = ${OPEN};
    SELECT RAISE(ROLLBACK, 'the head has moved') WHERE changes() = 0;
  END;

  ALTER TABLE journals DROP COLUMN growing;
  ALTER TABLE journals DROP COLUMN head;
  ALTER TABLE journals DROP COLUMN head_hash;
  ALTER TABLE journals DROP COLUMN head_ts;
  `,
];

/** Brings a file up to date inside one write transaction, so that many processes may open a new file at once. */
export function migrate(db: DatabaseSync, file: string, migrations: readonly string[] = MIGRATIONS): void {
  if (versionOf(db) === migrations.length) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    const version = versionOf(db);
    if (version > migrations.length) throw newerFile(file, version, migrations.length);
    for (const step of migrations.slice(version)) db.exec(step);
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${migrations.length}`);
    db.exec('COMMIT');
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

export function versionOf(db: DatabaseSync): number {
  return pragmaNumber(db, 'user_version');
}

export function pragmaNumber(db: DatabaseSync, name: string): number {
  const [value] = Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {});
  return Number(value);
}

export function newerFile(file: string, version: number, known: number): JournalError {
  return new JournalError('store-newer', {
    expected: `${file} to be of store version ${known} or older`,
    actual: `version ${version}, written by a newer Wayfold`,
    fix: 'Nothing was changed in it. Upgrade Wayfold to open it.',
  });
}
