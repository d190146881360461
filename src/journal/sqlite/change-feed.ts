import type { StatementSync } from 'node:sqlite';
import { Watchers } from '../watchers.ts';
import type { WrittenFacts } from './appender.ts';
import type { Connection } from './connection.ts';
import { type BellMarks, Doorbell } from './doorbell.ts';
import { LAST_ROW } from './place.ts';
import type { RecentCommits } from './recent-commits.ts';

/** Checking for marked changes takes at most one part in this many of the process's time. */
const REST_FACTOR = 10;
/** How often everything is checked if there were unmarked writes, and at most one part in this many of the time. */
const EVERYTHING_MS = 1000;
const EVERYTHING_REST_FACTOR = 50;
/** How long nothing is checked while waiting for a mark. */
const SILENT_MS = 200;
/** If it is woken more often than this between two checks, it polls instead. */
const MAX_RINGS = 8;
const NO_BELL: BellMarks = { isSilent: true, everything: false, bells: [] };

/**
 * Notifies watchers of changes: at once for this connection's commits; for those of other processes when they mark
 * them, and a moment later if one of them died before it could.
 */
export class ChangeFeed {
  readonly #connection: Connection;
  readonly #recent: RecentCommits;
  readonly #bell: Doorbell | undefined;
  readonly #watchers = new Watchers();
  readonly #heads: StatementSync;
  readonly #head: StatementSync;
  readonly #headOfBranch: StatementSync;
  readonly #lastBranch: StatementSync;
  readonly #redactions: StatementSync;
  readonly #pollMs: number;
  #seenVersion = -1;
  #seenRedactions = -1;
  #seenHeads = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #canListen = false;
  #everythingDue = 0;
  #lookedAt = 0;
  #rings = 0;

  constructor(connection: Connection, recent: RecentCommits, pollMs: number) {
    this.#connection = connection;
    this.#recent = recent;
    const { db, file } = connection;
    this.#bell = file === ':memory:' ? undefined : new Doorbell(`${file}-bell`);
    const select = `SELECT id, branch, ${LAST_ROW} AS head FROM journals WHERE`;
    this.#heads = db.prepare(`${select} id IS NOT NULL`);
    this.#head = db.prepare(`${select} id = ?`);
    this.#headOfBranch = db.prepare(`${select} branch = ? AND id IS NOT NULL`);
    this.#lastBranch = db.prepare('SELECT max(branch) AS last FROM journals');
    this.#redactions = db.prepare('SELECT redactions FROM store');
    this.#pollMs = pollMs;
  }

  watch(listener: (journal: string) => void, journal?: string): () => void {
    const unwatch = this.#watchers.add(listener, journal);
    if (this.#timer === undefined) {
      this.#canListen = this.#bell?.open() === true;
      this.#seenVersion = this.#connection.dataVersion();
      this.#seenRedactions = this.#readRedactions();
      this.#lookIn(this.#pollMs);
    }
    if (journal === undefined) this.#noteUnwatched();
    return () => {
      unwatch();
      if (this.#watchers.size === 0) this.stop();
    };
  }

  /** Called after this connection has appended. */
  notifyAppended(written: readonly WrittenFacts[], journals: readonly string[]): void {
    for (const { journal, branch, facts } of written) {
      this.#bell?.ring(branch);
      // Whoever is notified now also sees everything from before.
      if (this.#watchers.watchesAll || this.#seenHeads.has(journal))
        this.#seenHeads.set(journal, headOf(branch, facts.at(-1)?.seq));
    }
    for (const journal of journals) this.#watchers.notify(journal);
  }

  /** Called after this connection has created, changed or deleted a journal. */
  notify(journal: string): void {
    this.#bell?.ring();
    this.#watchers.notify(journal);
  }

  /** Called after this connection has erased a payload that these journals share. */
  notifyErased(journals: readonly string[]): void {
    this.#seenRedactions += 1;
    this.#bell?.ring();
    for (const journal of journals) this.#watchers.notify(journal);
  }

  /** Also announces the last changes to others. */
  close(): void {
    this.stop();
    this.#bell?.close();
  }

  /** Stops notifying local watchers. */
  stop(): void {
    this.#watchers.clear();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#bell?.stopWaiting();
    this.#seenHeads.clear();
  }

  /** A watch of all journals needs to know their ends; already watched ones must not count as seen. */
  #noteUnwatched(): void {
    const named = new Set(this.#watchers.named());
    for (const [id, head] of this.#readHeads()) {
      if (!named.has(id) && !this.#seenHeads.has(id)) this.#seenHeads.set(id, head);
    }
  }

  #look(): void {
    const start = performance.now();
    // With many marks, waking for each costs more than polling.
    if (this.#rings > MAX_RINGS) this.#bell?.stopWaiting();
    this.#rings = 0;
    this.#lookedAt = start;
    const { isSilent, changed } = this.#news(start);
    for (const journal of changed) this.#watchers.notify(journal);
    if (this.#timer === undefined) return;
    const restMs = Math.max(this.#pollMs, (performance.now() - start) * REST_FACTOR);
    if (this.#bell?.isWaiting) this.#lookIn(Math.max(restMs, SILENT_MS));
    else {
      // Marks made before the wait are found by the next check.
      if (isSilent && this.#canListen) this.#bell?.waitFor(() => this.#woken());
      this.#lookIn(restMs);
    }
  }

  #woken(): void {
    this.#rings += 1;
    if (this.#rings > 1 || this.#timer === undefined) return;
    const waitMs = this.#lookedAt + this.#pollMs - performance.now();
    if (waitMs > 0) this.#lookIn(waitMs);
    else this.#look();
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), ms);
  }

  #news(now: number): { readonly isSilent: boolean; readonly changed: Iterable<string> } {
    try {
      const { isSilent, everything, bells } = this.#bell?.takeMarks() ?? NO_BELL;
      if (!this.#canListen || everything || now >= this.#everythingDue) {
        const version = this.#connection.dataVersion();
        if (version !== this.#seenVersion) return { isSilent, changed: this.#lookAtEverything(now, version) };
      }
      return { isSilent, changed: this.#changedAt(bells) };
    } catch {
      // Watchers read next, get the same failure, and can report it.
      return { isSilent: false, changed: new Set([...this.#watchers.named(), ...this.#seenHeads.keys()]) };
    }
  }

  #lookAtEverything(start: number, version: number): string[] {
    this.#seenVersion = version;
    const changed = this.#changed();
    const tookMs = performance.now() - start;
    this.#everythingDue = start + Math.max(EVERYTHING_MS, tookMs * EVERYTHING_REST_FACTOR);
    return changed;
  }

  #changedAt(bells: readonly number[]): string[] {
    if (bells.length === 0) return [];
    const last = Number(this.#lastBranch.get()?.last);
    const named = this.#watchers.watchesAll ? undefined : new Set(this.#watchers.named());
    const changed: string[] = [];
    for (const bell of bells) {
      for (const each of Doorbell.branchesOf(bell, last)) {
        const row = this.#headOfBranch.get(each);
        if (row === undefined) continue;
        const id = String(row.id);
        const head = this.#headOf(row);
        if (named?.has(id) === false || this.#seenHeads.get(id) === head) continue;
        this.#seenHeads.set(id, head);
        changed.push(id);
      }
    }
    return changed;
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
    return new Map(rows.map((row) => [String(row.id), this.#headOf(row)]));
  }

  #headOf({ branch, head }: Record<string, unknown>): string {
    return headOf(branch, this.#recent.tipOf(Number(branch))?.seq ?? head);
  }
}

function headOf(branch: unknown, seq: unknown): string {
  return `${branch}:${seq}`;
}
