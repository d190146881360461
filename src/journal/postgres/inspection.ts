import { EMPTY_TIP } from '../chain.ts';
import { journalSeal, keySeal, type SealedJournal } from '../row-seal.ts';
import type { Damage } from '../store.ts';
import { APPEND_FUNCTION_BODY } from './append-function.ts';
import type { Database, Statement } from './database.ts';
import { COLUMNS, INDEXES } from './expected-schema.ts';

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

const TABLE_COLUMNS: Statement = {
  text: `SELECT c.relname AS "table", a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
           || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END AS "column"
         FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
         WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped`,
};

const TABLE_INDEXES: Statement = {
  text: `SELECT replace(pg_get_indexdef(c.oid), quote_ident(current_schema()) || '.', '') AS index
         FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'i'`,
};

const TRIGGERS: Statement = {
  text: `SELECT t.tgname AS name, c.relname AS "table" FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
         WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal`,
};

// A rule or a policy changes what a statement does, and an unlogged table is empty after a crash.
const ODD_TABLES: Statement = {
  text: `SELECT c.relname AS "table" FROM pg_class c
         WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
         AND (c.relrowsecurity OR c.relpersistence <> 'p' OR EXISTS (SELECT FROM pg_rewrite r WHERE r.ev_class = c.oid))`,
};

const FUNCTIONS: Statement = {
  text: `SELECT proname AS name, prosrc AS body FROM pg_proc WHERE pronamespace = current_schema()::regnamespace`,
};

const COUNTS: Statement = { text: 'SELECT count FROM redactions' };

const ATTACHMENTS: Statement = {
  slow: true,
  text: `SELECT encode(sha256, 'hex') AS hash, size <> octet_length(bytes) AS resized FROM attachments
         WHERE size <> octet_length(bytes) OR sha256 <> sha256(bytes)`,
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

/** What is damaged of one journal, or of the whole store: rows, keys, attachments, tables, functions, triggers. */
export async function inspectStore(db: Database, journal: string | undefined): Promise<Damage[]> {
  const found = [
    ...(await damagedSchema(db)),
    ...(await damagedJournals(db, journal)),
    ...(await damagedKeys(db, journal)),
  ];
  if (journal !== undefined) return found;
  return [...found, ...(await damagedCount(db)), ...(await orphans(db)), ...(await damagedAttachments(db))];
}

/** Tables, indexes and functions must be those that this version makes, and no trigger or rule may change what is written. */
async function damagedSchema(db: Database): Promise<Damage[]> {
  const columns = await db.query<{ table: string; column: string }>(TABLE_COLUMNS);
  const indexes = (await db.query<{ index: string }>(TABLE_INDEXES)).map(({ index }) => index);
  const triggers = await db.query<{ name: string; table: string }>(TRIGGERS);
  const functions = await db.query<{ name: string; body: string }>(FUNCTIONS);
  const odd = await db.query<{ table: string }>(ODD_TABLES);
  const tables = Object.entries(COLUMNS).filter(([table, expected]) => {
    const found = columns.filter((each) => each.table === table).map(({ column }) => column);
    return found.toSorted().join() !== expected.toSorted().join();
  });
  const isAppend = functions.some(({ name, body }) => name === 'append' && body === APPEND_FUNCTION_BODY);
  return [
    ...tables.map(([table]) => ({ what: `The table ${table} is missing or changed.` })),
    ...INDEXES.filter((index) => !indexes.includes(index)).map((index) => ({
      what: `An index is missing or changed: ${index}.`,
    })),
    ...triggers
      .filter(({ table }) => Object.hasOwn(COLUMNS, table))
      .map(({ name, table }) => ({ what: `The trigger ${name} on table ${table} is not Wayfold's.` })),
    ...odd
      .filter(({ table }) => Object.hasOwn(COLUMNS, table))
      .map(({ table }) => ({ what: `The table ${table} has rules or policies, or is not logged.` })),
    ...(isAppend ? [] : [{ what: 'The function append is missing or changed.' }]),
  ];
}

async function damagedJournals(db: Database, journal: string | undefined): Promise<Damage[]> {
  const rows = await db.query<JournalRow>(JOURNALS, [journal ?? null]);
  return rows.flatMap((row): Damage[] => {
    const name = row.id ?? `branch ${row.branch}, which was deleted`;
    if (journalSeal(row) !== row.seal) return [{ what: `The row of ${name} was changed.` }];
    if (row.misplaced !== null) return [{ what: `Facts of ${name} lie before its own.`, seq: row.misplaced }];
    if (row.stray !== null) return [{ what: `Facts lie beyond the head of ${name}.`, seq: row.stray }];
    if (row.head !== (row.last ?? row.base)) return [{ what: `The head of ${name} was changed.` }];
    // What is left of a deleted journal ends where its forks begin, and no hash is recorded of that.
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

async function damagedCount(db: Database): Promise<Damage[]> {
  const [row, ...more] = await db.query<{ count: number }>(COUNTS);
  return row === undefined || more.length > 0 || row.count < 0
    ? [{ what: 'The count of erasures was changed.' }]
    : [];
}

/** Rows of branches that are not there. */
async function orphans(db: Database): Promise<Damage[]> {
  const damage: Damage[] = [];
  for (const table of ['facts', 'keys', 'snapshots']) {
    const text = `SELECT 1 FROM ${table} t WHERE NOT EXISTS (SELECT FROM journals j WHERE j.branch = t.branch) LIMIT 1`;
    const found = await db.query({ text, slow: true });
    if (found.length > 0)
      damage.push({ what: `The table ${table} has rows of a journal that is not there.` });
  }
  return damage;
}

async function damagedAttachments(db: Database): Promise<Damage[]> {
  const rows = await db.query<{ hash: string; resized: boolean }>(ATTACHMENTS);
  return rows.map(({ hash, resized }) =>
    resized
      ? { what: `The size of attachment ${hash} was changed.` }
      : { what: `The attachment ${hash} has other bytes.`, attachment: hash },
  );
}
