import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { snapshotsToDrop } from '../snapshot.ts';
import type { StoredSnapshot } from '../store.ts';

/** The snapshots of a branch. */
export class Snapshots {
  readonly #insert: StatementSync;
  readonly #dropOtherVersions: StatementSync;
  readonly #seqs: StatementSync;
  readonly #drop: StatementSync;
  readonly #dropFrom: StatementSync;
  readonly #newest: StatementSync;

  constructor(db: DatabaseSync) {
    this.#insert = db.prepare(
      'INSERT OR REPLACE INTO snapshots (branch, name, version, seq, state) VALUES (?,?,?,?,?)',
    );
    this.#dropOtherVersions = db.prepare(
      'DELETE FROM snapshots WHERE branch = ? AND name = ? AND version <> ?',
    );
    this.#seqs = db.prepare('SELECT seq FROM snapshots WHERE branch = ? AND name = ? AND version = ?');
    this.#drop = db.prepare(
      'DELETE FROM snapshots WHERE branch = ? AND name = ? AND version = ? AND seq = ?',
    );
    this.#dropFrom = db.prepare('DELETE FROM snapshots WHERE branch = ? AND seq >= ?');
    this.#newest = db.prepare(
      `SELECT name, version, seq, state FROM snapshots
       WHERE branch = ? AND name = ? AND version = ? AND seq <= ? ORDER BY seq DESC LIMIT 1`,
    );
  }

  save(branch: number, { name, version, seq, state }: StoredSnapshot): void {
    this.#insert.run(branch, name, version, seq, state);
    this.#dropOtherVersions.run(branch, name, version);
    const seqs = this.#seqs.all(branch, name, version).map((row) => Number(row.seq));
    for (const old of snapshotsToDrop(seqs)) this.#drop.run(branch, name, version, old);
  }

  newest(
    branch: number,
    { name, version, atMost }: { name: string; version: number; atMost: number },
  ): StoredSnapshot | undefined {
    return this.#newest.get(branch, name, version, atMost) as StoredSnapshot | undefined;
  }

  dropFrom(branch: number, seq: number): void {
    this.#dropFrom.run(branch, seq);
  }
}
