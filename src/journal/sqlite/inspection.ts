import { DatabaseSync } from 'node:sqlite';
import { JournalError } from '../error.ts';
import { EMPTY_TIP } from '../integrity/chain.ts';
import { keySeal } from '../integrity/row-seal.ts';
import { sha256 } from '../integrity/sha256.ts';
import type { Damage } from '../store.ts';
import { BranchEnds } from './branch-ends.ts';
import { type Branches, type BranchRow, sealOf } from './branches.ts';
import { FOLLOWED, LAST_SEQ, OPEN, PLACE } from './place.ts';
import type { RecentCommits } from './recent-commits.ts';
import { migrate } from './schema.ts';

/** The maximum number of branches. */
const MAX_BRANCHES = 2 ** 31 - 1;

/** The damage of one journal, or of the whole file: rows, marks, keys, attachments, tables, pages. */
export function inspectStore(
  db: DatabaseSync,
  branches: Branches,
  recent: RecentCommits,
  journal: string | undefined,
): Damage[] {
  // The rows mean nothing if the pages cannot be trusted, nor the journals if facts of any of them are lost.
  const broken = [...(journal === undefined ? damagedPages(db) : []), ...damagedCommits(db, recent, journal)];
  if (broken.length > 0) return broken;
  if (journal === undefined) return [...damagedSchema(db), ...damagedRows(db, branches, recent)];
  const row = branches.byId(journal);
  return row ? [...damagedSchema(db), ...damagedBranch(db, branches, recent, row)] : [];
}

/** SQLite's own check: every page and every index. */
function damagedPages(db: DatabaseSync): Damage[] {
  const found = db.prepare('PRAGMA integrity_check(20)').all();
  const messages = found.map(({ integrity_check: message }) => String(message));
  return messages.filter((message) => message !== 'ok').map((message) => ({ what: `The file: ${message}.` }));
}

/** The facts that wait for their places continue their journals without a gap. */
function damagedCommits(db: DatabaseSync, recent: RecentCommits, journal: string | undefined): Damage[] {
  try {
    recent.reread();
    const ends = new BranchEnds(db);
    const base = db.prepare('SELECT base FROM journals WHERE branch = ?');
    const waiting = journal === undefined ? recent.branches() : factsOf(db, recent, journal);
    return [...waiting].flatMap(([branch, facts]) => {
      const row = base.get(branch);
      const end = row && ends.tipOf({ branch, base: Number(row.base) }).seq;
      const goesOn = facts.every(({ seq }, i) => seq === Number(end) + 1 + i);
      return goesOn ? [] : [{ what: `Recent facts do not continue branch ${branch}.` }];
    });
  } catch (error) {
    if (error instanceof JournalError) return [{ what: error.summary }];
    throw error;
  }
}

function factsOf(
  db: DatabaseSync,
  recent: RecentCommits,
  journal: string,
): ReturnType<RecentCommits['branches']> {
  const rows = db.prepare('SELECT branch FROM journals WHERE id = ?').all(journal);
  return rows.map(({ branch }) => [Number(branch), recent.of(Number(branch))]);
}

let expectedSchema: ReadonlyMap<string, string> | undefined;

/** Tables, indexes and triggers must be those that this version creates: a missing trigger guards nothing. */
function damagedSchema(db: DatabaseSync): Damage[] {
  expectedSchema ??= schemaOfNewStore();
  const found = schemaOf(db);
  const names = new Set([...expectedSchema.keys(), ...found.keys()]);
  return [...names]
    .filter((name) => expectedSchema?.get(name) !== found.get(name))
    .map((name) => ({ what: `The ${name} is ${found.has(name) ? 'changed' : 'missing'}.` }));
}

function schemaOfNewStore(): ReadonlyMap<string, string> {
  const db = new DatabaseSync(':memory:');
  try {
    migrate(db, ':memory:');
    return schemaOf(db);
  } finally {
    db.close();
  }
}

/** By kind and name, with spaces normalised: versions of SQLite write a changed table differently. */
function schemaOf(db: DatabaseSync): Map<string, string> {
  const rows = db.prepare("SELECT type, name, tbl_name, coalesce(sql, '') AS sql FROM sqlite_schema").all();
  return new Map(
    rows.map(({ type, name, tbl_name: table, sql }) => [
      `${type} ${name}`,
      `${table} ${String(sql).replaceAll(/\s+/g, ' ')}`,
    ]),
  );
}

function damagedRows(db: DatabaseSync, branches: Branches, recent: RecentCommits): Damage[] {
  const rows = db.prepare('SELECT * FROM journals').all() as unknown as BranchRow[];
  return [
    ...rows.flatMap((row) => damagedBranch(db, branches, recent, row)),
    ...damagedCounts(db),
    ...orphans(db),
    ...damagedAttachments(db),
  ];
}

function damagedBranch(
  db: DatabaseSync,
  branches: Branches,
  recent: RecentCommits,
  row: BranchRow,
): Damage[] {
  const name = row.id === null ? `branch ${row.branch}, which was deleted or is being imported` : row.id;
  if (!isSealed(row)) return [{ what: `The row of ${name} was changed.` }];
  return [
    ...damagedRoot(db, branches, row, name),
    ...damagedMarks(db, row, name),
    ...damagedKeys(db, row, name),
    ...missingKeys(db, recent, row, name),
  ];
}

function isSealed(row: BranchRow): boolean {
  try {
    return sealOf(row) === row.seal;
  } catch {
    return false;
  }
}

/** The root of a branch repeats the fact that the branch follows. */
function damagedRoot(db: DatabaseSync, branches: Branches, row: BranchRow, name: string): Damage[] {
  const { branch, parent, base } = row;
  const root = db.prepare(`SELECT * FROM facts WHERE place = ${PLACE}`).get(branch, base);
  const tip = parent === null ? EMPTY_TIP : branches.tipAt(parent, base);
  const isWhole =
    root !== undefined &&
    root.hash === tip?.hash &&
    root.ts === tip?.ts &&
    [root.id, root.type, root.digest].every((text) => text === '') &&
    [root.payload, root.redacted_at, root.kept].every((value) => value === null) &&
    root.v === 0;
  return isWhole ? [] : [{ what: `The row before the first fact of ${name} was changed.` }];
}

/**
 * Each row is marked with the hash of the next one, the last one as open. Rows beyond the end were inserted by
 * somebody else.
 */
function damagedMarks(db: DatabaseSync, { branch, id }: BranchRow, name: string): Damage[] {
  const wrong = db
    .prepare(
      `SELECT row.place & 0xffffffff AS seq, row.next = ${OPEN} AND after.place IS NOT NULL AS stray
       FROM facts row LEFT JOIN facts after ON after.place = row.place + 1 AND row.place & 0xffffffff < ${LAST_SEQ}
       WHERE row.place BETWEEN ${PLACE} AND ${PLACE}
       AND NOT CASE WHEN after.place IS NULL THEN row.next = ${OPEN} ELSE row.next IN (${FOLLOWED}, unhex(after.hash)) END
       ORDER BY row.place LIMIT 1`,
    )
    .get(branch, 0, branch, LAST_SEQ);
  if (wrong === undefined) return [];
  const seq = Number(wrong.seq);
  if (wrong.stray === 1) return [{ what: `Facts lie beyond the head of ${name}.`, seq: seq + 1 }];
  // The rest of a deleted journal ends where its forks begin, and is closed there.
  return id === null ? [] : [{ what: `The mark after fact ${seq} of ${name} was changed.` }];
}

function damagedKeys(db: DatabaseSync, { branch, base }: BranchRow, name: string): Damage[] {
  const keys = db
    .prepare('SELECT name, digest, from_seq, to_seq, seal FROM keys WHERE branch = ?')
    .all(branch);
  return keys
    .filter((key) => {
      const [from, to] = [Number(key.from_seq), Number(key.to_seq)];
      const seal = keySeal({ name: String(key.name), digest: String(key.digest), from, to });
      return seal !== key.seal || from <= base || to < from;
    })
    .map((key) => ({ what: `The key ${JSON.stringify(key.name)} of ${name} was changed.` }));
}

/** The first fact of an append under a key records that. The keys of a deleted journal were deleted with it. */
function missingKeys(
  db: DatabaseSync,
  recent: RecentCommits,
  { branch, id }: BranchRow,
  name: string,
): Damage[] {
  if (id === null) return [];
  const missed = db
    .prepare(
      `SELECT seq FROM (
         SELECT place & 0xffffffff AS seq FROM facts WHERE place BETWEEN ${PLACE} AND ${PLACE} AND keyed IS NOT NULL
         UNION ALL SELECT value FROM json_each(?)
       ) WHERE seq NOT IN (SELECT from_seq FROM keys WHERE branch = ?)`,
    )
    .all(branch, 0, branch, LAST_SEQ, JSON.stringify(recent.keyedOf(branch)), branch);
  return missed.map(({ seq }) => ({
    what: `The key that fact ${seq} of ${name} was appended under is missing.`,
  }));
}

function damagedCounts(db: DatabaseSync): Damage[] {
  const [store, ...more] = db.prepare('SELECT redactions FROM store').all();
  const counts = Number(store?.redactions);
  const last = db.prepare('SELECT max(branch) AS highest FROM journals').get();
  const sequence = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'journals'").all();
  const [next] = sequence.map(({ seq }) => Number(seq));
  const isCounted =
    last?.highest === null || (next !== undefined && next >= Number(last?.highest) && next < MAX_BRANCHES);
  return [
    ...(more.length > 0 || !(counts >= 0) ? [{ what: 'The count of erasures was changed.' }] : []),
    ...(sequence.length > 1 || !isCounted ? [{ what: 'The count of branches was changed.' }] : []),
  ];
}

/** Rows of missing branches. */
function orphans(db: DatabaseSync): Damage[] {
  const tables = { facts: 'place >> 32', keys: 'branch', snapshots: 'branch' };
  return Object.entries(tables).flatMap(([table, branch]) => {
    const found = db
      .prepare(`SELECT 1 FROM ${table} WHERE ${branch} NOT IN (SELECT branch FROM journals) LIMIT 1`)
      .get();
    return found ? [{ what: `The table ${table} has rows of a journal that does not exist.` }] : [];
  });
}

function damagedAttachments(db: DatabaseSync): Damage[] {
  const damage: Damage[] = [];
  for (const row of db.prepare('SELECT sha256, size, bytes FROM attachments').iterate()) {
    const hash = String(row.sha256);
    const bytes = row.bytes instanceof Uint8Array ? row.bytes : new Uint8Array();
    if (Number(row.size) !== bytes.length)
      damage.push({ what: `The size of attachment ${hash} was changed.` });
    if (sha256(bytes) !== hash) {
      damage.push({ what: `The attachment ${hash} has other bytes.`, attachment: hash });
    }
  }
  return [...damage, ...missingAttachments(db)];
}

function missingAttachments(db: DatabaseSync): Damage[] {
  return db
    .prepare('SELECT sha256 FROM kept_attachments EXCEPT SELECT sha256 FROM attachments')
    .all()
    .map(({ sha256: hash }) => ({ what: `The attachment ${hash} is missing.` }));
}
