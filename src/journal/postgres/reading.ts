import { fromSalted } from '../integrity/salt.ts';
import type { JournalOrigin, JournalSummary, ReadRange, StoredFact } from '../store.ts';
import type { Database, Statement } from './database.ts';

/** The approximate maximum size of a page of facts. */
const PAGE_BYTES = 8 * 1024 * 1024;

/**
 * The branches that store facts $2 … $3 of journal $1, each with its range (base, upto] of seqs. The walk starts at
 * the journal's own branch and ends with the one that contains $2. A branch is created after its parent; anything
 * else is damage and could be circular.
 */
export const LINEAGE = `
  WITH RECURSIVE lineage (branch, parent, base, upto) AS (
    SELECT branch, parent, base, least(head, $3::bigint) FROM journals WHERE id = $1
    UNION ALL
    SELECT above.branch, above.parent, above.base, least(below.base, below.upto)
    FROM lineage below JOIN journals above ON above.branch = below.parent
    WHERE below.base >= $2::bigint AND above.branch < below.branch
  )`;

// The inner limit forces an index scan per branch; otherwise a bad estimate reads all facts.
const PAGE: Statement = {
  name: 'page',
  text: `${LINEAGE}, page AS (
    SELECT fact.*, sum(coalesce(octet_length(payload), 0)) OVER (ORDER BY seq ROWS UNBOUNDED PRECEDING) AS bytes
    FROM lineage CROSS JOIN LATERAL (
      SELECT * FROM facts WHERE branch = lineage.branch AND seq BETWEEN greatest(base + 1, $2) AND upto
      ORDER BY seq LIMIT $4
    ) fact
  )
  SELECT seq, id, ts, type, v, payload, encode(digest, 'hex') AS digest, encode(hash, 'hex') AS hash, redacted_at, kept
  FROM page WHERE seq = $2 OR bytes <= $5 ORDER BY seq`,
};

const SUMMARY = `id, head, encode(head_hash, 'hex') AS hash, origin, native_from, created_at, head_ts`;
const LOOK: Statement = {
  name: 'look',
  text: `SELECT erased.count AS redactions, summary.* FROM (SELECT max(count) AS count FROM redactions) erased
         LEFT JOIN (SELECT ${SUMMARY} FROM journals WHERE id = ANY($1::text[])) summary ON true`,
};
// Everything with the prefix lies between it and it plus a character above all id characters.
const LIST: Statement = {
  name: 'list',
  text: `SELECT ${SUMMARY} FROM journals WHERE id > $1 AND id >= $2 AND id < $2 || chr(127) ORDER BY id LIMIT $3`,
};

const ERASURES: Statement = {
  name: 'erasures',
  text: `${LINEAGE}
    SELECT seq, id, ts, type, v, payload, encode(digest, 'hex') AS digest, encode(hash, 'hex') AS hash, redacted_at, kept
    FROM lineage JOIN facts USING (branch)
    WHERE type = 'fact_erased' AND seq BETWEEN greatest(base + 1, $2) AND upto ORDER BY seq`,
};

interface FactRow extends Omit<StoredFact, 'redactedAt' | 'kept' | 'salt'> {
  readonly redacted_at: string | null;
  readonly kept: string | null;
}

interface SummaryRow {
  readonly id: string;
  readonly head: number;
  readonly hash: string;
  readonly origin: JournalOrigin;
  readonly native_from: number;
  readonly created_at: string;
  readonly head_ts: string;
}

/** The ends of journals, and the number of erasures in the store, at one moment. */
export interface JournalSummaries {
  readonly redactions: number;
  readonly summaries: ReadonlyMap<string, JournalSummary>;
}

type LookRow = { readonly redactions: number } & (SummaryRow | { readonly id: null });

/** Looks up these journals; missing ones are not among the summaries. */
export async function lookUp(db: Database, ids: readonly string[]): Promise<JournalSummaries> {
  const rows = await db.query<LookRow>(LOOK, [ids]);
  return {
    redactions: rows[0]?.redactions ?? 0,
    summaries: new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, summaryOf(row)]]))),
  };
}

/** The records of erasures of a journal. */
export async function readErasures(db: Database, id: string): Promise<StoredFact[]> {
  return (await db.query<FactRow>(ERASURES, [id, 1, Number.MAX_SAFE_INTEGER])).map(storedFact);
}

export async function listJournals(
  db: Database,
  { after = '', prefix = '', limit }: { after?: string; prefix?: string; limit: number },
): Promise<JournalSummary[]> {
  return (await db.query<SummaryRow>(LIST, [after, prefix, limit])).map(summaryOf);
}

export async function readPage(db: Database, id: string, range: ReadRange): Promise<StoredFact[]> {
  const from = Math.max(range.from, 1);
  const limit = Math.min(range.limit, Number.MAX_SAFE_INTEGER - from);
  // Seqs are contiguous, so the limit is a range too: branches beyond it can be skipped.
  const to = Math.min(range.to, from + limit - 1);
  return (await db.query<FactRow>(PAGE, [id, from, to, limit, PAGE_BYTES])).map(storedFact);
}

/** A whole range, however many pages it takes. */
export async function readAll(db: Database, id: string, from: number, to: number): Promise<StoredFact[]> {
  const facts: StoredFact[] = [];
  for (let next = from; next <= to; ) {
    const page = await readPage(db, id, { from: next, to, limit: to - next + 1 });
    if (page.length === 0) break;
    for (const fact of page) facts.push(fact);
    next += page.length;
  }
  return facts;
}

function storedFact({ payload: text, redacted_at: redactedAt, kept, ...row }: FactRow): StoredFact {
  const { seq, id, ts, type, v, digest, hash } = row;
  return {
    ...{ seq, id, ts, type, v, digest, hash },
    ...(text === null ? { payload: null } : fromSalted(text)),
    ...(redactedAt !== null && { redactedAt }),
    ...(kept !== null && { kept }),
  };
}

function summaryOf({ id, head, hash, origin, native_from, created_at, head_ts }: SummaryRow): JournalSummary {
  return {
    id,
    head,
    hash,
    origin,
    nativeFrom: native_from,
    createdAt: created_at,
    updatedAt: head_ts || created_at,
  };
}
