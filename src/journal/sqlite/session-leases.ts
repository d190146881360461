import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { storeClosed } from '../refusals.ts';
import { type LeaseSurvey, MAX_ABANDONED, type SessionLeases } from '../session-leases.ts';
import { openPrivate } from './open-database.ts';
import { rollBack } from './roll-back.ts';
import { isBusy, storeError, storeLocked } from './sqlite-error.ts';

// NORMAL: a commit does not wait for the disk, and a power cut loses leases but never the file.
const SHAPE = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS workers (worker TEXT PRIMARY KEY, until REAL NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS leases (session TEXT PRIMARY KEY, worker TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS leases_by_worker ON leases (worker);
  PRAGMA busy_timeout = 2`;

const ALIVE = 'SELECT worker FROM workers WHERE until > ?';
const MAX_WAIT_MS = 16;

/**
 * Leases in a separate file next to the store, created on first use. In the store itself each lease would wait for
 * the disk, and make every other process look for facts that do not exist.
 */
export class SqliteLeases implements SessionLeases {
  readonly #file: string;
  readonly #lockTimeoutMs: number;
  readonly #statements = new Map<string, StatementSync>();
  #db: DatabaseSync | undefined;
  #isClosed = false;

  constructor(file: string, lockTimeoutMs: number) {
    this.#file = file;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  async renew(worker: string, ttlMs: number): Promise<boolean> {
    return await this.#write(() => {
      const now = Date.now();
      const before = this.#prepared('SELECT until FROM workers WHERE worker = ?').get(worker);
      this.#prepared('INSERT OR REPLACE INTO workers VALUES (?, ?)').run(worker, now + ttlMs);
      return before !== undefined && Number(before.until) > now;
    });
  }

  async acquire(worker: string, sessions: readonly string[]): Promise<readonly string[]> {
    const asked = Date.now();
    // Most requested leases have just been taken by another worker: checking that needs no transaction.
    const isTaken = this.#prepared(
      `SELECT 1 FROM leases WHERE session = ? AND worker <> ? AND worker IN (${ALIVE})`,
    );
    const free = [...new Set(sessions)].filter((session) => !isTaken.get(session, worker, asked));
    if (free.length === 0) return [];
    return await this.#write(() => {
      const take = this.#prepared(
        `INSERT INTO leases VALUES (?, ?) ON CONFLICT (session) DO UPDATE SET worker = excluded.worker
         WHERE leases.worker = excluded.worker OR leases.worker NOT IN (${ALIVE})`,
      );
      const now = Date.now();
      return free.filter((session) => take.run(session, worker, now).changes > 0);
    });
  }

  async release(
    worker: string,
    sessions: readonly string[],
    { unfinished = false }: { readonly unfinished?: boolean } = {},
  ): Promise<void> {
    await this.#write(() => {
      const end = this.#prepared(
        unfinished
          ? "UPDATE leases SET worker = '' WHERE session = ? AND worker = ?"
          : 'DELETE FROM leases WHERE session = ? AND worker = ?',
      );
      for (const session of sessions) end.run(session, worker);
    });
  }

  async leased(sessions: readonly string[]): Promise<readonly string[]> {
    const find = this.#prepared(
      'SELECT value AS session FROM json_each(?) WHERE value IN (SELECT session FROM leases)',
    );
    return find.all(JSON.stringify(sessions)).map(({ session }) => String(session));
  }

  async survey(): Promise<LeaseSurvey> {
    const now = Date.now();
    const holders = this.#prepared(
      `SELECT worker, until, (SELECT count(*) FROM leases WHERE leases.worker = workers.worker) AS sessions
         FROM workers ORDER BY worker`,
    ).all();
    const abandoned = this.#prepared(
      `SELECT session FROM leases WHERE worker NOT IN (${ALIVE}) LIMIT ${MAX_ABANDONED}`,
    ).all(now);
    return {
      holders: holders.map(({ worker, until, sessions }) => ({
        worker: String(worker),
        isAlive: Number(until) > now,
        sessions: Number(sessions),
      })),
      abandoned: abandoned.map(({ session }) => String(session)),
    };
  }

  async dismiss(worker: string): Promise<void> {
    await this.#write(() => this.#prepared('DELETE FROM workers WHERE worker = ?').run(worker));
  }

  close(): void {
    this.#isClosed = true;
    this.#statements.clear();
    this.#db?.close();
    this.#db = undefined;
  }

  #prepared(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#open().prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #open(): DatabaseSync {
    if (this.#isClosed) throw storeClosed('SQLite store');
    this.#db ??= openPrivate(this.#file, SHAPE);
    return this.#db;
  }

  async #write<T>(work: () => T): Promise<T> {
    const start = performance.now();
    for (let attempt = 0; performance.now() - start < this.#lockTimeoutMs; attempt++) {
      if (this.#tryBegin()) return this.#finish(work);
      await wait(Math.random() * Math.min(2 ** attempt, MAX_WAIT_MS));
    }
    throw storeLocked(this.#file, this.#lockTimeoutMs);
  }

  #tryBegin(): boolean {
    const db = this.#open();
    try {
      db.exec('BEGIN IMMEDIATE');
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw storeError(this.#file, error);
    }
  }

  #finish<T>(work: () => T): T {
    const db = this.#open();
    try {
      const result = work();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      rollBack(db);
      throw storeError(this.#file, error);
    }
  }
}
