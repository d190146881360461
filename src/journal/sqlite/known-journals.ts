import type { Branch, Branches } from './branches.ts';
import type { Connection } from './connection.ts';

const MOST_KNOWN = 10_000;

/**
 * What was looked up of journals, true until somebody writes. Whoever follows a journal asks where it ends, and many
 * followers ask after each append: all but the first get the same answer again.
 */
export class KnownJournals {
  readonly #connection: Connection;
  readonly #branches: Branches;
  readonly #found = new Map<string, Branch | undefined>();
  #redactions: number | undefined;
  #version = -1;
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

  redactions(): number {
    this.#forgetIfWritten();
    this.#redactions ??= this.#branches.redactions();
    return this.#redactions;
  }

  #forgetIfWritten(): void {
    const { writes } = this.#connection;
    const version = this.#connection.dataVersion();
    if (version === this.#version && writes === this.#writes) return;
    this.#version = version;
    this.#writes = writes;
    this.#found.clear();
    this.#redactions = undefined;
  }
}
