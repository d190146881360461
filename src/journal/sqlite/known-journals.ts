import type { ReadRange, StoredFact } from '../store.ts';
import type { WrittenFacts } from './appender.ts';
import type { Branch, Branches } from './branches.ts';
import type { Connection } from './connection.ts';

const MOST_KNOWN = 10_000;
/** More facts than this are not news that many followers read one after the other. */
const MOST_KEPT = 64;

/** So much of what was written last is kept of a journal, and of so many. */
const MOST_RECENT = 16;
const MOST_RECENT_LENGTH = 16 * 1024;
const MOST_WRITTEN = 1000;

/**
 * What was looked up of journals, true until somebody writes. Whoever follows a journal asks where it ends, and many
 * followers ask after each append: all but the first get the same answer again. What this connection appends itself need
 * not be looked up at all.
 */
export class KnownJournals {
  readonly #connection: Connection;
  readonly #branches: Branches;
  readonly #found = new Map<string, Branch | undefined>();
  /** The last facts of journals that this connection has written, one after the other. */
  readonly #recent = new Map<string, readonly StoredFact[]>();
  #redactions: number | undefined;
  #last: { readonly place: string; readonly page: readonly StoredFact[] } | undefined;
  #version = -1;
  #isAsked = false;
  #writes = -1;

  constructor(connection: Connection, branches: Branches) {
    this.#connection = connection;
    this.#branches = branches;
  }

  byId(id: string): Branch | undefined {
    this.#forgetIfWritten();
    if (this.#found.has(id)) return this.#found.get(id);
    const branch = this.#branches.byId(id);
    if (this.#found.size >= MOST_KNOWN) this.#found.clear();
    this.#found.set(id, branch);
    return branch;
  }

  /** After a commit of this connection: what was known stays true but for what it has written. */
  noteAppends(written: readonly WrittenFacts[]): void {
    const { writes } = this.#connection;
    if (this.#writes !== writes - 1) return;
    this.#writes = writes;
    this.#last = undefined;
    for (const { journal, branch, facts } of written) {
      const known = this.#found.get(journal);
      const [first, last] = [facts[0], facts.at(-1)];
      if (first === undefined || last === undefined) continue;
      if (known?.branch === branch && known.tip.seq === first.seq - 1) {
        this.#found.set(journal, { ...known, tip: { seq: last.seq, hash: last.hash, ts: last.ts } });
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
    if (page.length <= MOST_KEPT) this.#last = { place, page };
    return page;
  }

  #keepRecent(journal: string, facts: readonly StoredFact[]): void {
    const before = this.#recent.get(journal) ?? [];
    const isNext = before.at(-1)?.seq === (facts[0]?.seq ?? 0) - 1;
    const kept = (isNext ? [...before, ...facts] : facts).slice(-MOST_RECENT);
    this.#recent.delete(journal);
    const length = kept.reduce((sum, { payload }) => sum + (payload?.length ?? 0), 0);
    if (length > MOST_RECENT_LENGTH) return;
    if (this.#recent.size >= MOST_WRITTEN) this.#recent.clear();
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
    this.#redactions ??= this.#branches.redactions();
    return this.#redactions;
  }

  #forgetIfWritten(): void {
    const { writes } = this.#connection;
    const version = this.#dataVersion();
    if (version === this.#version && writes === this.#writes) return;
    this.#version = version;
    this.#writes = writes;
    this.#found.clear();
    this.#recent.clear();
    this.#redactions = undefined;
    this.#last = undefined;
  }

  /** Asked once for all that is looked up in one go: nobody can have told this process of a write in between. */
  #dataVersion(): number {
    if (this.#isAsked) return this.#version;
    this.#isAsked = true;
    queueMicrotask(() => {
      this.#isAsked = false;
    });
    return this.#connection.dataVersion();
  }
}
