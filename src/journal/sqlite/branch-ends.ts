import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Tip } from '../store.ts';
import { LAST_ROW, LAST_SEQ, OPEN, PLACE } from './place.ts';

const NOT_FOLLOWED = '00'.repeat(32);

interface MarkedRow {
  readonly seq: number;
  readonly hash: string;
  readonly ts: string;
  /** The hash of the fact after it. */
  readonly next: string;
}

/**
 * The ends of branches. The row before the last fact determines it, not the last fact itself: so a lost fact is
 * noticed, and one inserted behind it is ignored.
 */
export class BranchEnds {
  readonly #backwards: StatementSync;
  readonly #lastRow: StatementSync;
  readonly #openEnd: StatementSync;

  constructor(db: DatabaseSync) {
    this.#backwards = db.prepare(
      `SELECT place & 0xffffffff AS seq, hash, ts, lower(hex(next)) AS next FROM facts
       WHERE place BETWEEN ${PLACE} AND ${PLACE} ORDER BY place DESC`,
    );
    this.#lastRow = db.prepare(`SELECT ${LAST_ROW} AS seq FROM journals WHERE id = ? AND branch = ?`);
    this.#openEnd = db.prepare(
      `SELECT place & 0xffffffff AS seq, next = ${OPEN} AS open FROM facts
       WHERE place BETWEEN ${PLACE} AND ${PLACE} ORDER BY place DESC LIMIT 1`,
    );
  }

  /** Whether a journal that was looked up before still exists and has not grown: branch ids are never reused. */
  isUnchanged({
    id,
    branch,
    tip,
  }: {
    readonly id: string | null;
    readonly branch: number;
    readonly tip: Tip;
  }): boolean {
    return this.#lastRow.get(id, branch)?.seq === tip.seq;
  }

  /** The seq of the last row of a branch, if it is there and a fact can follow it. */
  openEnd(branch: number): number | undefined {
    const row = this.#openEnd.get(branch, 0, branch, LAST_SEQ);
    return row?.open === 1 ? Number(row.seq) : undefined;
  }

  /** If facts are missing at the end, the first of them: how many there were is unknown. */
  tipOf({ branch, base }: { readonly branch: number; readonly base: number }): Tip {
    let after: MarkedRow | undefined;
    for (const row of this.#rowsBackwards(branch, base)) {
      if (row.next !== NOT_FOLLOWED) return { seq: row.seq + 1, hash: row.next, ts: after?.ts ?? row.ts };
      after = row;
    }
    // Nothing follows the root: the branch has no facts of its own. Without a root, everything it had is lost.
    return after?.seq === base
      ? { seq: base, hash: after.hash, ts: after.ts }
      : { seq: base + 1, hash: '', ts: '' };
  }

  #rowsBackwards(branch: number, base: number): Iterable<MarkedRow> {
    return this.#backwards.iterate(branch, base, branch, LAST_SEQ) as unknown as Iterable<MarkedRow>;
  }
}
