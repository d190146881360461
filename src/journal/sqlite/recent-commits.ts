import type { StatementSync } from 'node:sqlite';
import { JournalError } from '../error.ts';
import { saltedText } from '../integrity/salt.ts';
import { sha256 } from '../integrity/sha256.ts';
import type { StoredFact, Tip } from '../store.ts';
import type { Connection } from './connection.ts';
import { type FactRow, storedFact } from './fact-row.ts';
import { PLACE } from './place.ts';

/** With more facts than this, or longer payloads in all, they are moved to their places. */
const MAX_FACTS = 2048;
const MAX_LENGTH = 4 * 1024 * 1024;

/** What an append wrote, as a row keeps it. */
type AppendRow = [branch: number, isKeyed: 0 | 1, ...facts: FactRow[]];

/**
 * The last commits that wrote to many journals at once. The facts of a journal lie side by side, so such a commit would
 * change two pages for each journal; as one row it changes a few pages in all. Later all of these facts move to their
 * places together. Until then they are in memory, too, in each process that has the store open.
 */
export class RecentCommits {
  readonly #connection: Connection;
  readonly #news: StatementSync;
  readonly #insert: StatementSync;
  readonly #clear: StatementSync;
  readonly #noteMoved: StatementSync;
  readonly #markKeyed: StatementSync;
  readonly #facts = new Map<number, StoredFact[]>();
  #keyed: (readonly [branch: number, seq: number])[] = [];
  #pending: AppendRow[] = [];
  #count = 0;
  #length = 0;
  /** The number of the last known commit, and of the last one whose facts were moved. */
  #last = 0;
  #moved = 0;
  #version = -1;
  #rollBacks = -1;
  /** What the file was like when everything was last read again. */
  #reread = '';

  constructor(connection: Connection) {
    const { db } = connection;
    this.#connection = connection;
    // One statement, so that no other process moves anything in between.
    this.#news = db.prepare(
      `SELECT moved, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'recent'), 0) AS last, nr, facts, checksum
       FROM store LEFT JOIN recent ON nr > max(?, moved) ORDER BY nr`,
    );
    this.#insert = db.prepare('INSERT INTO recent (facts, checksum) VALUES (?,?)');
    this.#clear = db.prepare('DELETE FROM recent');
    this.#noteMoved = db.prepare('UPDATE store SET moved = ?');
    this.#markKeyed = db.prepare(`UPDATE facts SET keyed = 1 WHERE place = ${PLACE}`);
  }

  /** How many facts have not been moved yet, as far as is known without asking. */
  get known(): number {
    return this.#count;
  }

  /** How many facts have not been moved yet. */
  count(): number {
    this.#refresh();
    return this.#count;
  }

  /** The facts of a branch that have not been moved yet: its last ones. */
  of(branch: number): readonly StoredFact[] {
    this.#refresh();
    return this.#facts.get(branch) ?? [];
  }

  /** The seqs at which appends under a key began whose facts have not been moved yet. */
  keyedOf(branch: number): readonly number[] {
    this.#refresh();
    return this.#keyed.flatMap(([each, seq]) => (each === branch ? seq : []));
  }

  /** The end of a branch, if its last facts have not been moved yet. */
  tipOf(branch: number): Tip | undefined {
    return this.of(branch).at(-1);
  }

  /** The facts that have not been moved yet, by branch. */
  branches(): Iterable<readonly [branch: number, facts: readonly StoredFact[]]> {
    this.#refresh();
    return this.#facts;
  }

  /** Reads everything from the file, unless nobody has written since: for those who do not trust what is in memory. */
  reread(): void {
    const state = `${this.#connection.dataVersion()} ${this.#connection.writes}`;
    if (this.#reread === state) return;
    this.#forgetAll();
    this.#refresh();
    this.#reread = state;
  }

  /** Adds the facts of an append to the commit that is under way: they come right after the last ones of their branch. */
  add(branch: number, facts: readonly StoredFact[], { isKeyed }: { readonly isKeyed: boolean }): void {
    this.#pending.push([branch, isKeyed ? 1 : 0, ...facts.map(rowOf)]);
    this.#take(branch, facts, isKeyed);
  }

  /** Writes what was added in this transaction. Returns whether it is time to move everything. */
  write(): boolean {
    if (this.#pending.length > 0) {
      const facts = JSON.stringify(this.#pending);
      this.#last = Number(this.#insert.run(facts, sha256(facts)).lastInsertRowid);
      this.#pending = [];
    }
    return this.#count >= MAX_FACTS || this.#length >= MAX_LENGTH;
  }

  /** Moves every fact to its place, in a write transaction. Whatever changes or shares facts needs them there. */
  move(to: { insert(branch: number, facts: readonly StoredFact[]): void }): void {
    this.#refresh();
    if (this.#count === 0) return;
    // First: no fact gets a place as long as others wait for theirs.
    this.#clear.run();
    for (const [branch, facts] of [...this.#facts].sort(([a], [b]) => a - b)) to.insert(branch, facts);
    for (const [branch, seq] of this.#keyed) this.#markKeyed.run(branch, seq);
    this.#noteMoved.run(this.#last);
    this.#moved = this.#last;
    this.#forget();
  }

  /** Reads what other connections have committed or moved, or what there was before a transaction that failed. */
  #refresh(): void {
    const version = this.#connection.dataVersion();
    const { rollBacks } = this.#connection;
    if (version === this.#version && rollBacks === this.#rollBacks) return;
    if (rollBacks !== this.#rollBacks) this.#forgetAll();
    try {
      this.#readNews();
    } catch (error) {
      this.#forgetAll();
      throw error;
    }
    [this.#version, this.#rollBacks] = [version, rollBacks];
  }

  #readNews(): void {
    const rows = this.#news.all(this.#last);
    const [moved, last] = [Number(rows[0]?.moved), Number(rows[0]?.last)];
    if (moved !== this.#moved) {
      this.#forget();
      this.#last = moved;
      this.#moved = moved;
    }
    for (const { nr, facts, checksum } of rows) {
      if (nr !== this.#last + 1 || typeof facts !== 'string' || sha256(facts) !== checksum) break;
      const appends: AppendRow[] = JSON.parse(facts);
      for (const [branch, isKeyed, ...written] of appends)
        this.#take(branch, written.map(storedFact), isKeyed === 1);
      this.#last += 1;
    }
    if (this.#last !== last) throw lostCommit(this.#last + 1);
  }

  #take(branch: number, facts: readonly StoredFact[], isKeyed: boolean): void {
    const before = this.#facts.get(branch);
    if (before) before.push(...facts);
    else this.#facts.set(branch, [...facts]);
    if (isKeyed && facts[0]) this.#keyed.push([branch, facts[0].seq]);
    this.#count += facts.length;
    for (const { payload } of facts) this.#length += payload?.length ?? 0;
  }

  #forgetAll(): void {
    this.#forget();
    [this.#last, this.#moved, this.#version, this.#rollBacks] = [0, 0, -1, -1];
  }

  #forget(): void {
    this.#facts.clear();
    [this.#keyed, this.#pending] = [[], []];
    [this.#count, this.#length] = [0, 0];
  }
}

function rowOf({ seq, id, ts, type, v, salt, payload, digest, hash }: StoredFact): FactRow {
  const text = payload === null || salt === undefined ? payload : saltedText({ salt, payload });
  return [seq, id, ts, type, v, text, digest, hash, null];
}

function lostCommit(nr: number): JournalError {
  return new JournalError('store-corrupt', {
    summary: `Commit ${nr}, whose facts were not yet moved to their places, is missing or was changed.`,
    fix: 'Restore a backup, or import an export.',
  });
}
