import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { hashesIn } from '../attachments.ts';
import { JournalError } from '../error.ts';
import { EMPTY_TIP } from '../integrity/chain.ts';
import { journalSeal } from '../integrity/row-seal.ts';
import { hasSalt, saltedText } from '../integrity/salt.ts';
import type { JournalOrigin, JournalSummary, NewFact, ReadRange, StoredFact, Tip } from '../store.ts';
import { BranchEnds } from './branch-ends.ts';
import { appendRecord, branchesSharing, forgetDigest, type NamedBranch } from './erasing.ts';
import { FACT_COLUMNS, type FactRow, READ_COLUMNS, storedFact } from './fact-row.ts';
import { FOLLOWED, LAST_SEQ, OPEN, PLACE } from './place.ts';
import type { RecentCommits } from './recent-commits.ts';

/** The maximum size of a page of facts. */
const PAGE_BYTES = 8 * 1024 * 1024;
/** The origin of nearly every journal, which need not be parsed for each look at one. */
const CREATED: JournalOrigin = Object.freeze({ type: 'created' });
const CREATED_TEXT = JSON.stringify(CREATED);

/** A journal's row. */
export interface BranchRow {
  readonly branch: number;
  readonly id: string | null;
  readonly parent: number | null;
  readonly base: number;
  readonly origin: string;
  readonly native_from: number;
  readonly created_at: string;
  readonly seal: string;
}

/** A journal's row, and the journal's end. */
export interface Branch extends BranchRow {
  readonly tip: Tip;
}

/** The range of a journal's seqs that one branch stores. */
interface Stretch {
  readonly branch: number;
  readonly from: number;
  readonly to: number;
}

/** What remains of a payload. */
interface ErasedPayload {
  readonly redactedAt: string;
  readonly kept?: string | undefined;
}

/** Reads and writes branches: the rows behind journals, and the facts that forks share. */
export class Branches {
  readonly #db: DatabaseSync;
  readonly #recent: RecentCommits;
  readonly #byId: StatementSync;
  readonly #byBranch: StatementSync;
  readonly #facts: StatementSync;
  readonly #erasures: StatementSync;
  readonly #givesArrays: boolean;
  readonly #insertFact: StatementSync;
  readonly #insertErased: StatementSync;
  readonly #insertBranch: StatementSync;
  readonly #insertRoot: StatementSync;
  readonly #redactions: StatementSync;
  readonly #ends: BranchEnds;
  readonly #lineages = new Map<number, readonly Stretch[]>();

  constructor(db: DatabaseSync, recent: RecentCommits) {
    this.#db = db;
    this.#recent = recent;
    this.#byId = db.prepare('SELECT * FROM journals WHERE id = ?');
    this.#byBranch = db.prepare('SELECT * FROM journals WHERE branch = ?');
    this.#facts = db.prepare(
      `SELECT place & 0xffffffff, ${READ_COLUMNS} FROM facts
       WHERE place BETWEEN ${PLACE} AND ${PLACE} ORDER BY place LIMIT ?`,
    );
    this.#erasures = db.prepare(
      `SELECT place & 0xffffffff, ${READ_COLUMNS} FROM facts
       WHERE type = 'fact_erased' AND place BETWEEN ${PLACE} AND ${PLACE} ORDER BY place`,
    );
    // Nothing is looked up by name in a replay. The oldest Nodes that Wayfold runs on only give objects.
    this.#givesArrays = 'setReturnArrays' in this.#facts;
    if (this.#givesArrays) for (const read of [this.#facts, this.#erasures]) read.setReturnArrays(true);
    // A refusal ends the transaction, so that SQLite need not be ready to undo one statement of it alone.
    const insert = `INSERT OR ROLLBACK INTO facts (place, next, ${FACT_COLUMNS}`;
    const values = `VALUES (${PLACE},${OPEN},?,?,?,?,?,?,?`;
    this.#insertFact = db.prepare(`${insert}) ${values})`);
    this.#insertErased = db.prepare(`${insert}, redacted_at, kept) ${values},?,?)`);
    this.#insertBranch = db.prepare(
      'INSERT INTO journals (id, parent, base, origin, native_from, created_at, seal) VALUES (?,?,?,?,?,?,?)',
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

  isUnchanged(branch: Branch): boolean {
    const recent = this.#recent.tipOf(branch.branch);
    return recent ? recent.seq === branch.tip.seq : this.#ends.isUnchanged(branch);
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
    this.#sealAnew(branch);
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
      journalSeal({ id, parent, base: tip.seq, origin, nativeFrom: tip.seq + 1, createdAt }),
    );
    const branch = Number(lastInsertRowid);
    this.#insertRoot.run(branch, tip.seq, tip.ts, tip.hash);
    return branch;
  }

  /** Throws a constraint error if the first fact is not the next one of an open branch. */
  insert(branch: number, facts: readonly StoredFact[]): void {
    for (const {
      seq,
      id,
      ts,
      type,
      v,
      salt,
      payload,
      digest,
      hash,
      redactedAt = null,
      kept = null,
    } of facts) {
      const text = payload === null || salt === undefined ? payload : saltedText({ salt, payload });
      if (redactedAt === null && kept === null)
        this.#insertFact.run(branch, seq, id, ts, type, v, text, digest, hash);
      else this.#insertErased.run(branch, seq, id, ts, type, v, text, digest, hash, redactedAt, kept);
    }
  }

  read(branch: number, { from, to, limit }: ReadRange): StoredFact[] {
    const page: StoredFact[] = [];
    let bytes = 0;
    const recent = this.#recent.of(branch);
    const lastPlaced = Math.min(to, (recent[0]?.seq ?? Number.POSITIVE_INFINITY) - 1);
    for (const stretch of this.lineage(branch)) {
      const first = Math.max(from, stretch.from);
      const last = Math.min(lastPlaced, stretch.to);
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
    for (const fact of recent) if (fact.seq >= from && fact.seq <= to && page.length < limit) page.push(fact);
    return page;
  }

  /** The records of erasures up to a seq. */
  erasures(branch: number, to: number): StoredFact[] {
    return this.lineage(branch).flatMap((stretch) =>
      this.#erasures
        .all(stretch.branch, stretch.from, stretch.branch, Math.min(stretch.to, to))
        .map((row) => storedFact((this.#givesArrays ? row : Object.values(row)) as unknown as FactRow)),
    );
  }

  /** Whether the next fact of a branch finds the last one in its place, so that it can follow it. */
  canGrow({ branch, seq }: { readonly branch: number; readonly seq: number }): boolean {
    return this.#recent.tipOf(branch) !== undefined || this.#ends.openEnd(branch) === seq;
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

  /** Which branches store this branch's facts, first to last. It never changes, so it is cached. */
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

  /** The branch that stores this journal's fact at `seq`. */
  ownerOf(branch: number, seq: number): number {
    return this.lineage(branch).find(({ from, to }) => from <= seq && seq <= to)?.branch ?? branch;
  }

  /** This branch and all that share its fact at `seq`. */
  sharing(branch: number, seq: number): NamedBranch[] {
    return branchesSharing(this.#db, branch, seq);
  }

  /** How many payloads have been erased. */
  redactions(): number {
    return Number(this.#redactions.get()?.redactions);
  }

  /** Erases the payload of a fact, and everything else that would reveal it. Returns whether there was one to erase. */
  erase(sharing: readonly NamedBranch[], seq: number, { redactedAt, kept }: ErasedPayload): boolean {
    const branch = sharing[0]?.branch ?? 0;
    const fact = this.#db.prepare(`SELECT payload FROM facts WHERE place = ${PLACE}`).get(branch, seq);
    if (typeof fact?.payload !== 'string') return false;
    if (!hasSalt(fact.payload)) forgetDigest(this.#db, sharing, seq);
    this.#db
      .prepare(`UPDATE facts SET payload = NULL, redacted_at = ?, kept = ? WHERE place = ${PLACE}`)
      .run(redactedAt, kept ?? null, branch, seq);
    this.#db.exec('UPDATE store SET redactions = redactions + 1');
    return true;
  }

  /** Adds the record of an erasure to every journal that shares the fact. */
  record(sharing: readonly NamedBranch[], record: () => NewFact, ts: string): void {
    for (const named of sharing) if (named.id !== null) appendRecord(this.#db, named, record(), ts);
  }

  /** Removes imports that started before `before` and never finished. Returns how many. */
  releaseAbandoned(before: string): number {
    const abandoned = this.#db
      .prepare(
        `SELECT branch FROM journals j WHERE id IS NULL AND created_at < ?
         AND NOT EXISTS (SELECT 1 FROM journals c WHERE c.parent = j.branch)`,
      )
      .all(before);
    for (const { branch } of abandoned) this.release(Number(branch));
    return abandoned.length;
  }

  /** Removes a branch's name, then every row that no other branch shares. */
  release(branch: number): void {
    this.#db.prepare('UPDATE journals SET id = NULL WHERE branch = ?').run(branch);
    this.#sealAnew(branch);
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
    for (const [, facts] of this.#recent.branches())
      yield facts.flatMap(({ payload }) => hashesIn(payload ?? ''));
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

  #sealAnew(branch: number): void {
    const row = this.#byBranch.get(branch) as BranchRow | undefined;
    if (row) this.#db.prepare('UPDATE journals SET seal = ? WHERE branch = ?').run(sealOf(row), branch);
  }

  #withTip(row: BranchRow): Branch {
    return { ...row, tip: this.#recent.tipOf(row.branch) ?? this.#ends.tipOf(row) };
  }

  #highestShared(branch: number): number | undefined {
    const row = this.#db.prepare('SELECT max(base) AS base FROM journals WHERE parent = ?').get(branch);
    return typeof row?.base === 'number' ? row.base : undefined;
  }
}

/** The checksum that a journal's row should have. */
export function sealOf(row: BranchRow): string {
  const { id, parent, base, native_from: nativeFrom, created_at: createdAt } = row;
  return journalSeal({ id, parent, base, origin: originFrom(row), nativeFrom, createdAt });
}

function originFrom({ branch, origin }: BranchRow): JournalOrigin {
  if (origin === CREATED_TEXT) return CREATED;
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
    summary: `Branch ${branch}, or one that it shares facts with, is missing: something other than Wayfold changed the store.`,
    fix: 'Restore a backup, or import an export.',
  });
}
