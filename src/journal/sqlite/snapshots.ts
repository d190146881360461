import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { GENESIS_HASH } from '../integrity/chain.ts';
import { snapshotChecksum, snapshotsToDrop } from '../snapshot.ts';
import type { StoredSnapshot } from '../store.ts';

interface SnapshotRow extends StoredSnapshot {
  readonly checksum: string;
  readonly factHash: string | null;
}

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
      'INSERT OR REPLACE INTO snapshots (branch, name, version, seq, state, checksum) VALUES (?,?,?,?,?,?)',
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
      `SELECT name, version, seq, state, checksum,
              (SELECT hash FROM facts WHERE place = snapshots.branch << 32 | snapshots.seq) AS factHash
       FROM snapshots WHERE branch = ? AND name = ? AND version = ? AND seq <= ? ORDER BY seq DESC LIMIT 1`,
    );
  }

  /** `factHash` is that of the fact at the snapshot's seq. */
  save(branch: number, snapshot: StoredSnapshot, factHash: string): void {
    const { name, version, seq, state } = snapshot;
    this.#insert.run(branch, name, version, seq, state, snapshotChecksum(snapshot, factHash));
    this.#dropOtherVersions.run(branch, name, version);
    const seqs = this.#seqs.all(branch, name, version).map((row) => Number(row.seq));
    for (const old of snapshotsToDrop(seqs)) this.#drop.run(branch, name, version, old);
  }

  /** Skips a snapshot that is damaged or of other facts: a replay creates it again. */
  newest(
    branch: number,
    { name, version, atMost }: { name: string; version: number; atMost: number },
  ): StoredSnapshot | undefined {
    for (let upTo = atMost; ; ) {
      const row = this.#newest.get(branch, name, version, upTo) as SnapshotRow | undefined;
      if (row === undefined) return undefined;
      const { checksum, factHash, ...snapshot } = row;
      if (checksum === snapshotChecksum(snapshot, factHash ?? GENESIS_HASH)) return snapshot;
      upTo = snapshot.seq - 1;
    }
  }

  dropFrom(branch: number, seq: number): void {
    this.#dropFrom.run(branch, seq);
  }
}
