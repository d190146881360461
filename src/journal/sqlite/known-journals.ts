import type { ReadRange, StoredFact } from '../store.ts';
import type { WrittenFacts } from './appender.ts';
import type { Branch, Branches } from './branches.ts';
import { Connection } from './connection.ts';

const MAX_KNOWN = 10_000;
/** More facts than this are not recent news for many followers. */
const MAX_KEPT = 64;

/** How many recent facts are kept per journal, and for how many journals. */
const MAX_RECENT = 16;
const MAX_RECENT_LENGTH = 16 * 1024;
const MAX_WRITTEN = 1000;

const ASKED_FOR_MS = 1;

/** What was found of a journal, and the commit count at which it was last valid. */
interface Found {
  branch: Branch | undefined;
  checkedAt: number;
}

/**
 * A cache of journal lookups, valid until somebody writes. Every follower of a journal asks for its end after each
 * append: all but the first get the cached answer. What this connection appends itself need not be looked up at
 * all, and after a commit of another one it is enough to check that a journal's end has not moved.
 */
export class KnownJournals {
  readonly #connection: Connection;
  readonly #branches: Branches;
  readonly #found = new Map<string, Found>();
  /** The last consecutive facts of journals that this connection has written. */
  readonly #recent = new Map<string, readonly StoredFact[]>();
  #redactions = -1;
  #last: { readonly place: string; readonly page: readonly StoredFact[] } | undefined;
  /** How many writes were seen that may be in any journal. */
  #commits = 0;
  #version = -1;
  #asked: { readonly at: number; readonly commits: number } | undefined;
  #writes = -1;

  constructor(connection: Connection, branches: Branches) {
    this.#connection = connection;
    this.#branches = branches;
  }

  byId(id: string): Branch | undefined {
    this.#forgetIfWritten();
    const found = this.#found.get(id);
    if (found?.checkedAt === this.#commits) return found.branch;
    if (found?.branch && this.#branches.isUnchanged(found.branch)) {
      found.checkedAt = this.#commits;
      return found.branch;
    }
    this.#recent.delete(id);
    const branch = this.#branches.byId(id);
    if (this.#found.size >= MAX_KNOWN) this.#found.clear();
    this.#found.set(id, { branch, checkedAt: this.#commits });
    return branch;
  }

  /** Called after a commit of this connection: the cache stays valid except for what it has written. */
  noteAppends(written: readonly WrittenFacts[]): void {
    const { writes } = this.#connection;
    if (this.#writes !== writes - 1) return;
    this.#writes = writes;
    this.#last = undefined;
    for (const { journal, branch, facts } of written) {
      const found = this.#found.get(journal);
      const known = found?.branch;
      const [first, last] = [facts[0], facts.at(-1)];
      if (first === undefined || last === undefined) continue;
      if (found && known?.branch === branch && known.tip.seq === first.seq - 1) {
        found.branch = { ...known, tip: { seq: last.seq, hash: last.hash, ts: last.ts } };
        this.#keepRecent(journal, facts);
      } else {
        this.#found.delete(journal);
        this.#recent.delete(journal);
      }
    }
  }

  /** The facts of a journal in a range. */
  read(id: string, range: ReadRange): readonly StoredFact[] {
    const row = this.byId(id);
    if (row === undefined) return [];
    const to = Math.min(range.to, row.tip.seq);
    const recent = this.#recentIn(id, { ...range, to });
    if (recent) return recent;
    const place = `${row.branch} ${range.from} ${to} ${range.limit}`;
    if (this.#last?.place === place) return this.#last.page;
    const page = this.#branches.read(row.branch, { ...range, to });
    if (page.length <= MAX_KEPT) this.#last = { place, page };
    return page;
  }

  #keepRecent(journal: string, facts: readonly StoredFact[]): void {
    const before = this.#recent.get(journal) ?? [];
    const isNext = before.at(-1)?.seq === (facts[0]?.seq ?? 0) - 1;
    const kept = (isNext ? [...before, ...facts] : facts).slice(-MAX_RECENT);
    this.#recent.delete(journal);
    const length = kept.reduce((sum, { payload }) => sum + (payload?.length ?? 0), 0);
    if (length > MAX_RECENT_LENGTH) return;
    if (this.#recent.size >= MAX_WRITTEN) this.#recent.clear();
    this.#recent.set(journal, kept);
  }

  #recentIn(id: string, { from, to, limit }: ReadRange): readonly StoredFact[] | undefined {
    const recent = this.#recent.get(id);
    const first = recent?.[0]?.seq;
    if (recent === undefined || first === undefined || from < first || to - from >= limit) return undefined;
    return recent.slice(from - first, to - first + 1);
  }

  redactions(): number {
    this.#forgetIfWritten();
    return this.#redactions;
  }

  #forgetIfWritten(): void {
    const { writes } = this.#connection;
    const version = this.#dataVersion();
    if (version === this.#version && writes === this.#writes) return;
    this.#version = version;
    this.#writes = writes;
    this.#commits += 1;
    const redactions = this.#branches.redactions();
    if (redactions === this.#redactions) return;
    this.#redactions = redactions;
    this.#found.clear();
    this.#recent.clear();
    this.#last = undefined;
  }

  /**
   * Read once for all lookups before this process handles another event: nobody can have notified it of a write in
   * between.
   */
  #dataVersion(): number {
    // This connection's own writes do not change this.
    const commits = Connection.commitsOfProcess - this.#connection.writes;
    const now = performance.now();
    if (this.#asked?.commits === commits && now - this.#asked.at < ASKED_FOR_MS) return this.#version;
    if (this.#asked === undefined) queueMicrotask(() => process.nextTick(() => this.#askAgain()));
    this.#asked = { at: now, commits };
    return this.#connection.dataVersion();
  }

  #askAgain(): void {
    this.#asked = undefined;
  }
}
