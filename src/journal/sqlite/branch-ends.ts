import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Tip } from '../store.ts';
import { LAST_ROW, LAST_SEQ, PLACE } from './place.ts';

const NOT_FOLLOWED = '00'.repeat(32);

interface MarkedRow {
  readonly seq: number;
  readonly hash: string;
  readonly ts: string;
  /** The hash of the fact after it. */
  readonly next: string;
}

/**
 * Where branches end. It is the row before the last fact that tells, and not the last fact itself: one that was lost is
 * still known of, and one that was slipped in behind is not believed.
 */
export class BranchEnds {
  readonly #backwards: StatementSync;
  readonly #lastRow: StatementSync;

  constructor(db: DatabaseSync) {
    this.#backwards = db.prepare(
      `SELECT place & 0xffffffff AS seq, hash, ts, lower(hex(next)) AS next FROM facts
       WHERE place BETWEEN ${PLACE} AND ${PLACE} ORDER BY place DESC`,
    );
    this.#lastRow = db.prepare(`SELECT ${LAST_ROW} AS seq FROM journals WHERE id = ? AND branch = ?`);
  }

  /** Whether a journal that was looked up before is still there and has not grown: a branch is never used again. */
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

  /** When facts are missing at the end, the first of them: that there were more is not known. */
  tipOf({ branch, base }: { readonly branch: number; readonly base: number }): Tip {
    let after: MarkedRow | undefined;
    for (const row of this.#rowsBackwards(branch, base)) {
      if (row.next !== NOT_FOLLOWED) return { seq: row.seq + 1, hash: row.next, ts: after?.ts ?? row.ts };
      after = row;
    }
    // Nothing follows the root: the branch has no fact of its own. Without even a root, all that it had is lost.
    return after?.seq === base
      ? { seq: base, hash: after.hash, ts: after.ts }
      : { seq: base + 1, hash: '', ts: '' };
  }

  #rowsBackwards(branch: number, base: number): Iterable<MarkedRow> {
    return this.#backwards.iterate(branch, base, branch, LAST_SEQ) as unknown as Iterable<MarkedRow>;
  }
}
