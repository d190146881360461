import { EMPTY_TIP } from '../integrity/chain.ts';
import { journalSeal, keySeal, type SealedJournal } from '../integrity/row-seal.ts';
import type { Damage } from '../store.ts';
import type { Database, Statement } from './database.ts';
import { damagedSchema } from './schema-inspection.ts';

// Each journal with the fact at its head: its own, or the last that it shares.
const JOURNALS: Statement = {
  slow: true,
  text: `SELECT j.branch, j.id, j.parent, j.base, j.origin, j.native_from AS "nativeFrom", j.created_at AS "createdAt",
           j.head, encode(j.head_hash, 'hex') AS "headHash", j.head_ts AS "headTs", encode(j.seal, 'hex') AS seal,
           encode(f.hash, 'hex') AS hash, f.ts,
           (SELECT min(s.seq) FROM facts s WHERE s.branch = j.branch AND s.seq > j.head) AS stray,
           (SELECT max(s.seq) FROM facts s WHERE s.branch = j.branch) AS last,
           (SELECT min(s.seq) FROM facts s WHERE s.branch = j.branch AND s.seq <= j.base) AS misplaced
         FROM journals j
         LEFT JOIN facts f ON f.seq = j.head AND f.branch = CASE WHEN j.head > j.base THEN j.branch ELSE j.parent END
         WHERE $1::text IS NULL OR j.id = $1`,
};

const KEYS: Statement = {
  slow: true,
  text: `SELECT j.id AS journal, j.base, k.name, k.from_seq AS "from", k.to_seq AS "to",
           encode(k.digest, 'hex') AS digest, encode(k.seal, 'hex') AS seal
         FROM keys k JOIN journals j USING (branch) WHERE $1::text IS NULL OR j.id = $1`,
};

// The keys of a deleted journal were deleted with it.
const MISSING_KEYS: Statement = {
  slow: true,
  text: `SELECT j.id AS journal, f.seq FROM facts f JOIN journals j USING (branch)
         WHERE f.keyed IS NOT NULL AND j.id IS NOT NULL AND ($1::text IS NULL OR j.id = $1)
         AND NOT EXISTS (SELECT FROM keys k WHERE k.branch = f.branch AND k.from_seq = f.seq)`,
};

const COUNTS: Statement = { text: 'SELECT count FROM redactions' };

const ATTACHMENTS: Statement = {
  slow: true,
  text: `SELECT encode(sha256, 'hex') AS hash, size <> octet_length(bytes) AS resized
         FROM attachments FULL JOIN kept_attachments USING (sha256)
         WHERE bytes IS NULL OR size <> octet_length(bytes) OR sha256 <> sha256(bytes)`,
};

interface JournalRow extends SealedJournal {
  readonly branch: number;
  readonly head: number;
  readonly headHash: string;
  readonly headTs: string;
  readonly seal: string;
  readonly hash: string | null;
  readonly ts: string | null;
  readonly stray: number | null;
  readonly last: number | null;
  readonly misplaced: number | null;
}

interface KeyRow {
  readonly journal: string | null;
  readonly base: number;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly digest: string;
  readonly seal: string;
}

/** The damage of one journal, or of the whole store: rows, keys, attachments, tables, functions, triggers. */
export async function inspectStore(db: Database, journal: string | undefined): Promise<Damage[]> {
  const found = [
    ...(await damagedSchema(db)),
    ...(await damagedJournals(db, journal)),
    ...(await damagedKeys(db, journal)),
    ...(await missingKeys(db, journal)),
  ];
  if (journal !== undefined) return found;
  return [...found, ...(await damagedCount(db)), ...(await orphans(db)), ...(await damagedAttachments(db))];
}

async function damagedJournals(db: Database, journal: string | undefined): Promise<Damage[]> {
  const rows = await db.query<JournalRow>(JOURNALS, [journal ?? null]);
  return rows.flatMap((row): Damage[] => {
    const name = row.id ?? `branch ${row.branch}, which was deleted`;
    if (journalSeal(row) !== row.seal) return [{ what: `The row of ${name} was changed.` }];
    if (row.misplaced !== null) return [{ what: `Facts of ${name} lie before its own.`, seq: row.misplaced }];
    if (row.stray !== null) return [{ what: `Facts lie beyond the head of ${name}.`, seq: row.stray }];
    if (row.head !== (row.last ?? row.base)) return [{ what: `The head of ${name} was changed.` }];
    // The rest of a deleted journal ends where its forks begin, without a recorded hash.
    if (row.id === null) return [];
    const tip = row.head === 0 ? EMPTY_TIP : row;
    const isWhole = row.headHash === tip.hash && row.headTs === tip.ts;
    return isWhole ? [] : [{ what: `The row of ${name} does not name its last fact.` }];
  });
}

async function damagedKeys(db: Database, journal: string | undefined): Promise<Damage[]> {
  const keys = await db.query<KeyRow>(KEYS, [journal ?? null]);
  return keys
    .filter((key) => keySeal(key) !== key.seal || key.from <= key.base || key.to < key.from)
    .map((key) => ({ what: `The key ${JSON.stringify(key.name)} of ${key.journal} was changed.` }));
}

/** The first fact of an append under a key records that. */
async function missingKeys(db: Database, id: string | undefined): Promise<Damage[]> {
  const missed = await db.query<{ journal: string; seq: number }>(MISSING_KEYS, [id ?? null]);
  return missed.map(({ journal, seq }) => ({
    what: `The key that fact ${seq} of ${journal} was appended under is missing.`,
  }));
}

async function damagedCount(db: Database): Promise<Damage[]> {
  const [row, ...more] = await db.query<{ count: number }>(COUNTS);
  return row === undefined || more.length > 0 || row.count < 0
    ? [{ what: 'The count of erasures was changed.' }]
    : [];
}

/** Rows of missing branches. */
async function orphans(db: Database): Promise<Damage[]> {
  const damage: Damage[] = [];
  for (const table of ['facts', 'keys', 'snapshots']) {
    const text = `SELECT 1 FROM ${table} t WHERE NOT EXISTS (SELECT FROM journals j WHERE j.branch = t.branch) LIMIT 1`;
    const found = await db.query({ text, slow: true });
    if (found.length > 0)
      damage.push({ what: `The table ${table} has rows of a journal that does not exist.` });
  }
  return damage;
}

async function damagedAttachments(db: Database): Promise<Damage[]> {
  const rows = await db.query<{ hash: string; resized: boolean | null }>(ATTACHMENTS);
  return rows.map(({ hash, resized }) => {
    if (resized === null) return { what: `The attachment ${hash} is missing.` };
    return resized
      ? { what: `The size of attachment ${hash} was changed.` }
      : { what: `The attachment ${hash} has other bytes.`, attachment: hash };
  });
}
