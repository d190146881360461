import type { StatementSync } from 'node:sqlite';
import { Watchers } from '../watchers.ts';
import type { Connection } from './connection.ts';
import { LAST_ROW } from './place.ts';

/** Looking for other processes' changes takes at most one part in so many of this process's time. */
const REST_FACTOR = 10;

/** Tells who watches when a journal changes: at once for this connection's commits, by polling for other processes'. */
export class ChangeFeed {
  readonly #connection: Connection;
  readonly #watchers = new Watchers();
  readonly #heads: StatementSync;
  readonly #head: StatementSync;
  readonly #redactions: StatementSync;
  readonly #pollMs: number;
  #seenVersion = -1;
  #seenRedactions = -1;
  #seenHeads = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(connection: Connection, pollMs: number) {
    this.#connection = connection;
    this.#heads = connection.db.prepare(
      `SELECT id, branch, ${LAST_ROW} AS head FROM journals WHERE id IS NOT NULL`,
    );
    this.#head = connection.db.prepare(`SELECT id, branch, ${LAST_ROW} AS head FROM journals WHERE id = ?`);
    this.#redactions = connection.db.prepare('SELECT redactions FROM store');
    this.#pollMs = pollMs;
  }

  watch(listener: (journal: string) => void, journal?: string): () => void {
    const unwatch = this.#watchers.add(listener, journal);
    if (this.#timer === undefined) {
      this.#seenVersion = this.#connection.dataVersion();
      this.#seenRedactions = this.#readRedactions();
      this.#timer = setTimeout(() => this.#poll(), this.#pollMs);
    }
    if (journal === undefined) this.#noteUnwatched();
    return () => {
      unwatch();
      if (this.#watchers.size === 0) this.close();
    };
  }

  notify(journal: string): void {
    this.#watchers.notify(journal);
  }

  /** After this connection has erased a payload that these journals share. */
  notifyErased(journals: readonly string[]): void {
    this.#seenRedactions += 1;
    for (const journal of journals) this.#watchers.notify(journal);
  }

  close(): void {
    this.#watchers.clear();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#seenHeads.clear();
  }

  /** A watch of all needs to know where journals stand; what somebody watches already must not pass for seen. */
  #noteUnwatched(): void {
    const named = new Set(this.#watchers.named());
    for (const [id, head] of this.#readHeads()) {
      if (!named.has(id) && !this.#seenHeads.has(id)) this.#seenHeads.set(id, head);
    }
  }

  #poll(): void {
    const start = performance.now();
    for (const journal of this.#news()) this.#watchers.notify(journal);
    if (this.#timer === undefined) return;
    const rest = Math.max(this.#pollMs, (performance.now() - start) * REST_FACTOR);
    this.#timer = setTimeout(() => this.#poll(), rest);
  }

  #news(): Iterable<string> {
    try {
      const version = this.#connection.dataVersion();
      if (version === this.#seenVersion) return [];
      this.#seenVersion = version;
      return this.#changed();
    } catch {
      // Whoever watches reads next, meets the same failure, and has somebody to tell it to.
      return new Set([...this.#watchers.named(), ...this.#seenHeads.keys()]);
    }
  }

  #changed(): string[] {
    const heads = this.#readHeads();
    const before = this.#seenHeads;
    this.#seenHeads = heads;
    const gone = [...before.keys()].filter((id) => !heads.has(id));
    const redactions = this.#readRedactions();
    const erased = redactions !== this.#seenRedactions;
    this.#seenRedactions = redactions;
    // An erased payload moves no head, and any of the journals may share it.
    const there = [...heads].filter(([id, head]) => erased || before.get(id) !== head);
    return [...gone, ...there.map(([id]) => id)];
  }

  #readRedactions(): number {
    return Number(this.#redactions.get()?.redactions);
  }

  #readHeads(): Map<string, string> {
    const rows = this.#watchers.watchesAll
      ? this.#heads.all()
      : [...this.#watchers.named()].flatMap((id) => this.#head.all(id));
    return new Map(rows.map(({ id, branch, head }) => [String(id), `${branch}:${head}`]));
  }
}
