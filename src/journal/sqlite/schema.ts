import type { DatabaseSync } from 'node:sqlite';
import { JournalError } from '../error.ts';
import { journalSeal, keySeal, type SealedJournal } from '../integrity/row-seal.ts';
import { recordPastErasures } from './erasure-migration.ts';
import { FOLLOWED, OPEN } from './place.ts';
import { rollBack } from './roll-back.ts';

/** Marks the file as ours (`PRAGMA application_id`): "Wayf". */
export const APPLICATION_ID = 0x57617966;

/** A step to the next shape: SQL, or what SQL alone cannot do. */
export type Migration = string | ((db: DatabaseSync) => void);

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
export const MIGRATIONS: readonly Migration[] = [
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
  (db) => {
    db.exec(`
      -- A payload begins with its salt and a line feed, unless it was written before there were salts.
      ALTER TABLE facts ADD COLUMN kept TEXT;
      CREATE INDEX facts_erasures ON facts (place) WHERE type = 'fact_erased';
      ALTER TABLE journals ADD COLUMN seal TEXT NOT NULL DEFAULT '';
      ALTER TABLE keys ADD COLUMN seal TEXT NOT NULL DEFAULT '';

      -- A replay makes them again, with their checksums.
      DROP TABLE snapshots;
      CREATE TABLE snapshots (
        branch   INTEGER NOT NULL,
        name     TEXT NOT NULL,
        version  INTEGER NOT NULL,
        seq      INTEGER NOT NULL,
        state    TEXT NOT NULL,
        checksum TEXT NOT NULL,
        PRIMARY KEY (branch, name, version, seq)
      ) STRICT;
    `);
    sealRows(db);
    recordPastErasures(db);
  },
  `
  -- Whether an append under a key began with this fact: a key that is lost is missed by it.
  ALTER TABLE facts ADD COLUMN keyed INTEGER;
  UPDATE facts SET keyed = 1 WHERE v > 0 AND place IN (SELECT branch << 32 | from_seq FROM keys);
  `,
  `
  -- Every attachment that is kept: one that is taken out by another hand is missed.
  CREATE TABLE kept_attachments (
    sha256 TEXT PRIMARY KEY
  ) STRICT, WITHOUT ROWID;
  INSERT INTO kept_attachments SELECT sha256 FROM attachments;
  `,
  `
  -- Commits of many journals, numbered without a gap. Their facts wait here for their places, all or none of them.
  CREATE TABLE recent (
    nr       INTEGER PRIMARY KEY AUTOINCREMENT,
    facts    TEXT NOT NULL,
    checksum TEXT NOT NULL
  ) STRICT;
  ALTER TABLE store ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;

  DROP TRIGGER facts_follow;
  CREATE TRIGGER facts_follow AFTER INSERT ON facts WHEN new.v > 0 BEGIN
    UPDATE facts SET next = unhex(new.hash) WHERE place = new.place - 1 AND next = ${OPEN};
    SELECT RAISE(ROLLBACK, 'the head has moved') WHERE changes() = 0 OR EXISTS (SELECT 1 FROM recent);
  END;
  `,
];

/** Migrates a file inside one write transaction, so that many processes may open a new file at once. */
export function migrate(db: DatabaseSync, file: string, migrations: readonly Migration[] = MIGRATIONS): void {
  if (versionOf(db) === migrations.length) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    const version = versionOf(db);
    if (version > migrations.length) throw newerFile(file, version, migrations.length);
    for (const step of migrations.slice(version)) {
      if (typeof step === 'string') db.exec(step);
      else step(db);
    }
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${migrations.length}`);
    db.exec('COMMIT');
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

/** Adds checksums to the rows of journals and keys that were written without them. */
function sealRows(db: DatabaseSync): void {
  const journals = db.prepare(
    'SELECT branch, id, parent, base, origin, native_from AS nativeFrom, created_at AS createdAt FROM journals',
  );
  const sealJournal = db.prepare('UPDATE journals SET seal = ? WHERE branch = ?');
  for (const { branch = null, origin, ...row } of journals.all()) {
    const seal = sealOf(() =>
      journalSeal({ ...row, origin: JSON.parse(String(origin)) } as unknown as SealedJournal),
    );
    sealJournal.run(seal, branch);
  }
  const keys = db.prepare('SELECT branch, name, digest, from_seq AS "from", to_seq AS "to" FROM keys');
  const sealKey = db.prepare('UPDATE keys SET seal = ? WHERE branch = ? AND name = ?');
  for (const { branch = null, name = null, ...row } of keys.all()) {
    const seal = keySeal({ name, ...row } as unknown as Parameters<typeof keySeal>[0]);
    sealKey.run(seal, branch, name);
  }
}

/** An unreadable row stays without one: it is damaged, and verifying reports it. */
function sealOf(seal: () => string): string {
  try {
    return seal();
  } catch {
    return '';
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
    summary: `${file} has store version ${version}, written by a newer Wayfold; this one reads up to ${known}.`,
    fix: 'Upgrade Wayfold to open it. The file was not changed.',
  });
}
