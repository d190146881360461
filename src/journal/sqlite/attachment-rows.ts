import type { StatementSync } from 'node:sqlite';
import { attachmentMissing } from '../attachments.ts';
import type { Branches } from './branches.ts';
import type { Connection } from './connection.ts';

/** Attachments as rows, and the sweep for unreferenced ones. */
export class AttachmentRows {
  readonly #connection: Connection;
  readonly #branches: Branches;
  readonly #insert: StatementSync;
  readonly #bytes: StatementSync;
  readonly #olderThan: StatementSync;
  readonly #delete: StatementSync;
  readonly #keep: StatementSync;
  readonly #isKept: StatementSync;
  readonly #release: StatementSync;

  constructor(connection: Connection, branches: Branches) {
    const { db } = connection;
    this.#connection = connection;
    this.#branches = branches;
    this.#insert = db.prepare(
      `INSERT INTO attachments (sha256, size, created_at, bytes) VALUES (?,?,?,?)
       ON CONFLICT (sha256) DO UPDATE
       SET size = excluded.size, created_at = excluded.created_at, bytes = excluded.bytes`,
    );
    this.#bytes = db.prepare('SELECT bytes FROM attachments WHERE sha256 = ?');
    this.#olderThan = db.prepare('SELECT sha256, size FROM attachments WHERE created_at < ?');
    this.#delete = db.prepare('DELETE FROM attachments WHERE sha256 = ?');
    this.#keep = db.prepare('INSERT OR IGNORE INTO kept_attachments VALUES (?)');
    this.#isKept = db.prepare('SELECT 1 FROM kept_attachments WHERE sha256 = ?');
    this.#release = db.prepare('DELETE FROM kept_attachments WHERE sha256 = ?');
  }

  async put(sha256: string, bytes: Uint8Array, createdAt: string): Promise<void> {
    await this.#connection.write(() => {
      this.#insert.run(sha256, bytes.length, createdAt, bytes);
      this.#keep.run(sha256);
    });
  }

  get(sha256: string): Uint8Array | undefined {
    const row = this.#connection.read(() => this.#bytes.get(sha256));
    if (row?.bytes instanceof Uint8Array) return row.bytes;
    if (this.#connection.read(() => this.#isLost(sha256))) throw attachmentMissing(sha256);
    return undefined;
  }

  /**
   * Reads every payload before it takes the lock. Bytes stored again meanwhile count as new and stay. `released`
   * counts removed incomplete imports.
   */
  async collect(before: string): Promise<{ count: number; bytes: number; released: number }> {
    this.#connection.assertOpen();
    const referred = new Set<string>();
    for (const page of this.#branches.hashes()) {
      for (const hash of page) referred.add(hash);
      await new Promise<void>((done) => setImmediate(done));
      this.#connection.assertOpen();
    }
    return await this.#connection.write(() => {
      const released = this.#branches.releaseAbandoned(before);
      const unused = this.#olderThan.all(before).filter((row) => !referred.has(String(row.sha256)));
      for (const { sha256 } of unused) {
        this.#delete.run(String(sha256));
        this.#release.run(String(sha256));
      }
      const bytes = unused.reduce((sum, { size }) => sum + Number(size), 0);
      return { count: unused.length, bytes, released };
    });
  }

  /** Checks both at once: it may have been collected since its bytes were read. */
  #isLost(sha256: string): boolean {
    return this.#isKept.get(sha256) !== undefined && this.#bytes.get(sha256) === undefined;
  }
}
