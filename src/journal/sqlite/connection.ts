import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { JournalError } from '../error.ts';
import { storeClosed } from '../refusals.ts';
import { rollBack } from './roll-back.ts';
import { guarded, isBusy, storeError, storeLocked } from './sqlite-error.ts';

const MAX_WAIT_MS = 16;

/**
 * The only connection of a store: reads, and write transactions that wait for other processes without blocking this
 * one.
 */
export class Connection {
  /** How many writes all connections of this process may have made. */
  static commitsOfProcess = 0;
  readonly db: DatabaseSync;
  readonly file: string;
  readonly #lockTimeoutMs: number;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #version: StatementSync;
  readonly #underWay = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;
  #writes = 0;
  #rollBacks = 0;

  constructor(db: DatabaseSync, file: string, lockTimeoutMs: number) {
    this.db = db;
    this.file = file;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#version = db.prepare('PRAGMA data_version');
    // SQLite's own waiting would block the whole process; beyond a moment, `write` waits instead.
    db.exec('PRAGMA busy_timeout = 2');
  }

  /** Changes exactly when another connection has committed. Needs no disk access. */
  dataVersion(): number {
    return Number(this.#version.get()?.data_version);
  }

  /** Changes when this connection may have written. */
  get writes(): number {
    return this.#writes;
  }

  /** How many transactions of this connection have failed. */
  get rollBacks(): number {
    return this.#rollBacks;
  }

  /** Call it after a write outside of `write` and `finish`. */
  noteWrite(): void {
    this.#writes += 1;
    Connection.commitsOfProcess += 1;
  }

  read<T>(work: () => T): T {
    this.assertOpen();
    return guarded(this.file, work);
  }

  /** Reads everything as it was at one moment, whatever other processes write meanwhile. */
  readAtOnce<T>(work: () => T): T {
    return this.read(() => {
      this.db.exec('BEGIN');
      try {
        return work();
      } finally {
        rollBack(this.db);
      }
    });
  }

  /** Runs `work` in a write transaction. It is synchronous, so nothing else in this process comes between. */
  async write<T>(work: () => T): Promise<T> {
    this.assertOpen();
    return await this.finish(work);
  }

  /** The same for work that was accepted before the store was closed. */
  async finish<T>(work: () => T): Promise<T> {
    const transaction = this.#transaction(work);
    this.#underWay.add(transaction);
    try {
      return await transaction;
    } finally {
      this.#underWay.delete(transaction);
    }
  }

  /** Runs what cannot be part of a transaction, and waits for other processes like a transaction. */
  async writeAlone(work: () => void): Promise<void> {
    this.assertOpen();
    const tried = () => this.#unlessBusy(work);
    const writing = tried() ? Promise.resolve() : this.#waitForLock(tried);
    this.#underWay.add(writing);
    try {
      await writing;
    } finally {
      this.#underWay.delete(writing);
      this.noteWrite();
    }
  }

  get isOpen(): boolean {
    return this.#closing === undefined;
  }

  assertOpen(): void {
    if (!this.isOpen) throw this.closedError();
  }

  closedError(): JournalError {
    return storeClosed('SQLite store');
  }

  /** Refuses new work, lets `accepted` and every other write finish, then closes the file. */
  close(accepted: Promise<void>): Promise<void> {
    this.#closing ??= this.#close(accepted);
    return this.#closing;
  }

  async #close(accepted: Promise<void>): Promise<void> {
    await accepted;
    await Promise.allSettled(this.#underWay);
    this.db.close();
  }

  async #transaction<T>(work: () => T): Promise<T> {
    if (!this.#tryBegin()) await this.#waitForLock(() => this.#tryBegin());
    try {
      const result = work();
      this.#commit.run();
      return result;
    } catch (error) {
      this.#rollBacks += 1;
      rollBack(this.db);
      throw storeError(this.file, error);
    } finally {
      this.noteWrite();
    }
  }

  #tryBegin(): boolean {
    return this.#unlessBusy(() => this.#begin.run());
  }

  #unlessBusy(work: () => unknown): boolean {
    try {
      work();
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw storeError(this.file, error);
    }
  }

  async #waitForLock(tried: () => boolean): Promise<void> {
    const start = performance.now();
    for (let attempt = 0; performance.now() - start < this.#lockTimeoutMs; attempt++) {
      const waitMs = Math.random() * Math.min(2 ** attempt, MAX_WAIT_MS);
      await new Promise<void>((done) => setTimeout(done, waitMs));
      if (tried()) return;
    }
    throw storeLocked(this.file, this.#lockTimeoutMs);
  }
}
