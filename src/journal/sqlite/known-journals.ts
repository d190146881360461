import type { ReadRange, StoredFact } from '../store.ts';
import type { Branch, Branches } from './branches.ts';
import type { Connection } from './connection.ts';

const MOST_KNOWN = 10_000;
/** More facts than this are not news that many followers read one after the other. */
const MOST_KEPT = 64;

/**
 * What was looked up of journals, true until somebody writes. Whoever follows a journal asks where it ends, and many
 * followers ask after each append: all but the first get the same answer again.
 */
export class KnownJournals {
  readonly #connection: Connection;
  readonly #branches: Branches;
  readonly #found = new Map<string, Branch | undefined>();
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

  /** The facts of a journal in a range. */
  read(id: string, range: ReadRange): readonly StoredFact[] {
    const row = this.byId(id);
    if (row === undefined) return [];
    const to = Math.min(range.to, row.tip.seq);
    const place = `${row.branch} ${range.from} ${to} ${range.limit}`;
    if (this.#last?.place === place) return this.#last.page;
    const page = this.#branches.read(row.branch, { ...range, to });
    if (page.length <= MOST_KEPT) this.#last = { place, page };
    return page;
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
