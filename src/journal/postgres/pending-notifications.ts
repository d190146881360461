import type { Database, Statement } from './database.ts';

const MARK: Statement = {
  name: 'mark',
  text: 'SELECT pg_snapshot_xmin(pg_current_snapshot())::xid::text AS mark',
};

// Written by a transaction that had not ended at the mark, or began after it.
const IS_NEWER = 'age(xmin) <= age($1::text::xid)';
const CHANGED: Statement = {
  name: 'changed',
  text: `SELECT id FROM journals WHERE id IS NOT NULL AND ${IS_NEWER}`,
};
const CHANGED_OF: Statement = {
  name: 'changed-of',
  text: `SELECT id FROM journals WHERE id = ANY($2::text[]) AND ${IS_NEWER}`,
};

/**
 * Finds journals that were appended to, even if the writer died before it could notify. It uses the ids of writing
 * transactions, so no clock matters and nothing is written for it. A change may be found twice, but none is missed.
 */
export class PendingNotifications {
  readonly #db: Database;
  #mark: string | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /** From now on every change is found. */
  async begin(): Promise<void> {
    this.#mark ??= await this.#now();
  }

  /** The journals that changed since the last check: of these, or of all. */
  async look(among?: readonly string[]): Promise<readonly string[]> {
    const since = this.#mark;
    const mark = await this.#now();
    const rows =
      since === undefined
        ? []
        : await (among === undefined
            ? this.#db.query<{ id: string }>(CHANGED, [since])
            : this.#db.query<{ id: string }>(CHANGED_OF, [since, among]));
    this.#mark = mark;
    return rows.map(({ id }) => id);
  }

  async #now(): Promise<string | undefined> {
    const [row] = await this.#db.query<{ mark: string }>(MARK);
    return row?.mark;
  }
}
