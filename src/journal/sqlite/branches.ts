import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { hashesIn } from '../attachments.ts';
import { EMPTY_TIP } from '../chain.ts';
import { JournalError } from '../error.ts';
import type { JournalOrigin, JournalSummary, ReadRange, StoredFact, Tip } from '../store.ts';
import { BranchEnds } from './branch-ends.ts';
import { LAST_SEQ, PLACE } from './place.ts';
import { FOLLOWED, OPEN } from './schema.ts';

/** A page of facts ends here even when `limit` is not reached. */
const PAGE_BYTES = 8 * 1024 * 1024;
const FACT_COLUMNS = 'id, ts, type, v, payload, digest, hash, redacted_at';

/** A journal's row. */
interface BranchRow {
  readonly branch: number;
  readonly id: string | null;
  readonly parent: number | null;
  readonly base: number;
  readonly origin: string;
  readonly native_from: number;
  readonly created_at: string;
}

/** A journal's row, and where the journal ends. */
export interface Branch extends BranchRow {
  readonly tip: Tip;
}

/** The stretch of a journal's seqs that lies in one branch. */
interface Stretch {
  readonly branch: number;
  readonly from: number;
  readonly to: number;
}

type FactRow = [
  seq: number,
  id: string,
  ts: string,
  type: string,
  v: number,
  payload: string | null,
  digest: string,
  hash: string,
  redactedAt: string | null,
];

/** Reads and writes branches: the rows behind journals, and the facts that forks share. */
export class Branches {
  readonly #db: DatabaseSync;
  readonly #byId: StatementSync;
  readonly #byBranch: StatementSync;
  readonly #facts: StatementSync;
  readonly #givesArrays: boolean;
  readonly #insertFact: StatementSync;
  readonly #insertBranch: StatementSync;
  readonly #insertRoot: StatementSync;
  readonly #redactions: StatementSync;
  readonly #ends: BranchEnds;
  readonly #lineages = new Map<number, readonly Stretch[]>();

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#byId = db.prepare('SELECT * FROM journals WHERE id = ?');
    this.#byBranch = db.prepare('SELECT * FROM journals WHERE branch = ?');
    this.#facts = db.prepare(
      `SELECT place & 0xffffffff, ${FACT_COLUMNS} FROM facts
       WHERE place BETWEEN ${PLACE} AND ${PLACE} ORDER BY place LIMIT ?`,
    );
    // Nothing is looked up by name in a replay. The oldest Nodes that Wayfold runs on only give objects.
    this.#givesArrays = 'setReturnArrays' in this.#facts;
    if (this.#givesArrays) this.#facts.setReturnArrays(true);
    // A refusal ends the transaction, so that SQLite need not be ready to undo one statement of it alone.
    this.#insertFact = db.prepare(
      `INSERT OR ROLLBACK INTO facts (place, ${FACT_COLUMNS}, next) VALUES (${PLACE},?,?,?,?,?,?,?,?,${OPEN})`,
    );
    this.#insertBranch = db.prepare(
      'INSERT INTO journals (id, parent, base, origin, native_from, created_at) VALUES (?,?,?,?,?,?)',
    );
    this.#insertRoot = db.prepare(
      `INSERT INTO facts (place, id, ts, type, v, digest, hash, next) VALUES (${PLACE},'',?,'',0,'',?,${OPEN})`,
    );
    this.#redactions = db.prepare('SELECT redactions FROM store');
    this.#ends = new BranchEnds(db);
  }

  byId(id: string): Branch | undefined {
    const row = this.#byId.get(id) as BranchRow | undefined;
    return row && this.#withTip(row);
  }

  list({ after = '', prefix = '', limit }: { after?: string; prefix?: string; limit: number }): Branch[] {
    const rows = this.#db
      .prepare('SELECT * FROM journals WHERE id > ? AND substr(id, 1, ?) = ? ORDER BY id LIMIT ?')
      .all(after, prefix.length, prefix, limit);
    return (rows as unknown as BranchRow[]).map((row) => this.#withTip(row));
  }

  /** Makes a branch a journal that can be opened. */
  name(branch: number, { id, nativeFrom }: { id: string; nativeFrom: number }): void {
    this.#db
      .prepare('UPDATE journals SET id = ?, native_from = ? WHERE branch = ?')
      .run(id, nativeFrom, branch);
  }

  create(row: {
    id: string | null;
    parent: number | null;
    origin: JournalOrigin;
    createdAt: string;
    tip: Tip;
  }): number {
    const { id, parent, origin, createdAt, tip } = row;
    const { lastInsertRowid } = this.#insertBranch.run(
      id,
      parent,
      tip.seq,
      JSON.stringify(origin),
      tip.seq + 1,
      createdAt,
    );
    const branch = Number(lastInsertRowid);
    this.#insertRoot.run(branch, tip.seq, tip.ts, tip.hash);
    return branch;
  }

  /** Throws a constraint failure when the first fact is not the next one of a branch that can still grow. */
  insert(branch: number, facts: readonly StoredFact[]): void {
    for (const { seq, id, ts, type, v, payload, digest, hash, redactedAt } of facts) {
      this.#insertFact.run(branch, seq, id, ts, type, v, payload, digest, hash, redactedAt ?? null);
    }
  }

  read(branch: number, { from, to, limit }: ReadRange): StoredFact[] {
    const page: StoredFact[] = [];
    let bytes = 0;
    for (const stretch of this.lineage(branch)) {
      const first = Math.max(from, stretch.from);
      const last = Math.min(to, stretch.to);
      if (first > last) continue;
      for (const row of this.#facts.iterate(
        stretch.branch,
        first,
        stretch.branch,
        last,
        limit - page.length,
      )) {
        const fact = storedFact((this.#givesArrays ? row : Object.values(row)) as unknown as FactRow);
        page.push(fact);
        bytes += fact.payload?.length ?? 0;
        if (bytes > PAGE_BYTES) return page;
      }
      if (page.length >= limit) break;
    }
    return page;
  }

  /** Whether facts lie beyond the head, where only a hand other than this can have put them. */
  hasStrays({ branch, tip }: Branch): boolean {
    return this.#facts.get(branch, tip.seq + 1, branch, LAST_SEQ, 1) !== undefined;
  }

  readAll(branch: number, from: number, to: number): StoredFact[] {
    const facts: StoredFact[] = [];
    for (let next = from; next <= to; next = from + facts.length) {
      const page = this.read(branch, { from: next, to, limit: to });
      if (page.length === 0) break;
      facts.push(...page);
    }
    return facts;
  }

  tipAt(branch: number, seq: number): Tip | undefined {
    if (seq === 0) return EMPTY_TIP;
    return this.read(branch, { from: seq, to: seq, limit: 1 })[0];
  }

  /** Where this branch's facts lie, first to last. It never changes, so it is looked up once. */
  lineage(branch: number): readonly Stretch[] {
    const known = this.#lineages.get(branch);
    if (known) return known;
    const row = this.#byBranch.get(branch) as BranchRow | undefined;
    // A branch is made after the one it shares facts with, so anything else is damage, and could go round in circles.
    if (row === undefined || (row.parent ?? 0) >= branch) throw lostBranch(branch);
    const { parent, base } = row;
    const own = { branch, from: base + 1, to: LAST_SEQ };
    const shared = parent === null ? [] : this.lineage(parent);
    const lineage = [
      ...shared.filter(({ from }) => from <= base).map((s) => ({ ...s, to: Math.min(s.to, base) })),
      own,
    ];
    this.#lineages.set(branch, lineage);
    return lineage;
  }

  /** The branch in whose rows this journal's fact at `seq` lies. */
  ownerOf(branch: number, seq: number): number {
    return this.lineage(branch).find(({ from, to }) => from <= seq && seq <= to)?.branch ?? branch;
  }

  /** This branch and all that share its fact at `seq`. */
  sharing(branch: number, seq: number): Pick<BranchRow, 'branch' | 'id'>[] {
    const rows = this.#db
      .prepare(
        `WITH RECURSIVE sharing (branch) AS (
           SELECT ? UNION
           SELECT j.branch FROM journals j JOIN sharing s ON j.parent = s.branch WHERE j.base >= ?
         ) SELECT branch, id FROM sharing JOIN journals USING (branch)`,
      )
      .all(branch, seq);
    return rows as unknown as Pick<BranchRow, 'branch' | 'id'>[];
  }

  /** How many payloads were erased so far. */
  redactions(): number {
    return Number(this.#redactions.get()?.redactions);
  }

  /** Whether there was still a payload to erase. */
  erase(branch: number, seq: number, redactedAt: string): boolean {
    const { changes } = this.#db
      .prepare(
        `UPDATE facts SET payload = NULL, redacted_at = ? WHERE place = ${PLACE} AND payload IS NOT NULL`,
      )
      .run(redactedAt, branch, seq);
    if (changes > 0) this.#db.exec('UPDATE store SET redactions = redactions + 1');
    return changes > 0;
  }

  /** Removes imports that began before `before` and never came to an end. */
  releaseAbandoned(before: string): void {
    const abandoned = this.#db
      .prepare(
        `SELECT branch FROM journals j WHERE id IS NULL AND created_at < ?
         AND NOT EXISTS (SELECT 1 FROM journals c WHERE c.parent = j.branch)`,
      )
      .all(before);
    for (const { branch } of abandoned) this.release(Number(branch));
  }

  /** Takes a branch's name away, then removes every row that no other branch shares. */
  release(branch: number): void {
    this.#db.prepare('UPDATE journals SET id = NULL WHERE branch = ?').run(branch);
    this.#db.prepare('DELETE FROM keys WHERE branch = ?').run(branch);
    let nameless = this.#byBranch.get(branch) as BranchRow | undefined;
    while (nameless && nameless.id === null) {
      const shared = this.#highestShared(nameless.branch);
      const keep = shared ?? -1;
      this.#db
        .prepare(`DELETE FROM facts WHERE place BETWEEN ${PLACE} AND ${PLACE}`)
        .run(nameless.branch, keep + 1, nameless.branch, LAST_SEQ);
      this.#db.prepare('DELETE FROM snapshots WHERE branch = ? AND seq > ?').run(nameless.branch, keep);
      if (shared !== undefined) {
        // Another process may still believe that the branch ends here and goes on.
        this.#db
          .prepare(`UPDATE facts SET next = ${FOLLOWED} WHERE place = ${PLACE}`)
          .run(nameless.branch, shared);
        return;
      }
      this.#db.prepare('DELETE FROM journals WHERE branch = ?').run(nameless.branch);
      this.#lineages.delete(nameless.branch);
      nameless =
        nameless.parent === null ? undefined : (this.#byBranch.get(nameless.parent) as BranchRow | undefined);
    }
  }

  /** Every hash in any payload, a page at a time, so that the caller can let others in between. */
  *hashes(): Generator<string[]> {
    const rows = this.#db.prepare(
      `SELECT place >> 32 AS branch, place & 0xffffffff AS seq, payload FROM facts
       WHERE place > ${PLACE} ORDER BY place LIMIT 5000`,
    );
    for (let last: { branch: number; seq: number } | undefined = { branch: 0, seq: 0 }; last; ) {
      const page = rows.all(last.branch, last.seq) as {
        branch: number;
        seq: number;
        payload: string | null;
      }[];
      yield page.flatMap(({ payload }) => hashesIn(payload ?? ''));
      last = page.at(-1);
    }
  }

  #withTip(row: BranchRow): Branch {
    return { ...row, tip: this.#ends.tipOf(row) };
  }

  #highestShared(branch: number): number | undefined {
    const row = this.#db.prepare('SELECT max(base) AS base FROM journals WHERE parent = ?').get(branch);
    return typeof row?.base === 'number' ? row.base : undefined;
  }
}

function originFrom({ branch, origin }: BranchRow): JournalOrigin {
  try {
    return JSON.parse(origin);
  } catch {
    throw lostBranch(branch);
  }
}

export function summaryOf(row: Branch): JournalSummary {
  return {
    id: row.id ?? '',
    head: row.tip.seq,
    hash: row.tip.hash,
    origin: originFrom(row),
    nativeFrom: row.native_from,
    createdAt: row.created_at,
    updatedAt: row.tip.ts || row.created_at,
  };
}

function lostBranch(branch: number): JournalError {
  return new JournalError('store-corrupt', {
    expected: `branch ${branch} and those it shares facts with to be there`,
    actual: 'a store that was changed by another hand',
    fix: 'Restore a backup, or import an export.',
  });
}

function storedFact([seq, id, ts, type, v, payload, digest, hash, redactedAt]: FactRow): StoredFact {
  return redactedAt === null
    ? { seq, id, ts, type, v, payload, digest, hash }
    : { seq, id, ts, type, v, payload, digest, hash, redactedAt };
}
