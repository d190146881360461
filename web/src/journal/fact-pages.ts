import type { JournalSummary } from '../../../src/journal/store.ts';
import { type FactFilter, isNarrow } from '../../../src/surfaces/http/api/facts/fact-filter.ts';
import { ApiProblem } from '../api/client.ts';
import type { Fact, FactMatches, FactsPage } from '../api/contracts.ts';
import { askWhenReachable } from '../state/connection.ts';
import { type JournalSource, journalPath } from './journal-source.ts';
import { type MissingRows, PAGE, PageCache } from './page-cache.ts';
import { readFacts } from './read-facts.ts';
import { SeqRuns } from './seq-runs.ts';

/**
 * The facts of a journal, or those that match a filter, by row. It knows which exist, reads those in view, and forgets
 * those that were out of view the longest.
 */
export class FactPages {
  readonly source: JournalSource;
  #filter: FactFilter = {};
  #runs = new SeqRuns();
  readonly #cache = new PageCache();
  #head = 0;
  /** The last seq that was searched. */
  #searched = 0;
  /** Grows when everything has to be read again: answers to earlier requests are dropped. */
  #edition = 0;
  #version = 0;
  #ready = false;
  #gone = false;
  #problem: ApiProblem | undefined;
  #loading = false;
  #growing = false;
  #unfollow: (() => void) | undefined;
  #asked = new AbortController();
  readonly #listeners = new Set<() => void>();

  constructor(source: JournalSource) {
    this.source = source;
  }

  /** How many facts there are to show. */
  get count(): number {
    return this.#runs.count;
  }

  get head(): number {
    return this.#head;
  }

  get filter(): FactFilter {
    return this.#filter;
  }

  /** Whether the number of facts is known. */
  get ready(): boolean {
    return this.#ready;
  }

  get gone(): boolean {
    return this.#gone;
  }

  get problem(): ApiProblem | undefined {
    return this.#problem;
  }

  /** Changes whenever something visible does. */
  readonly version = (): number => this.#version;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  seqAt(row: number): number | undefined {
    return this.#runs.at(row);
  }

  /** The row of a seq, or of the next one that is shown. */
  rowOf(seq: number): number {
    return this.#runs.rowOf(seq);
  }

  factAt(row: number): Fact | undefined {
    return this.#cache.factAt(row);
  }

  /** Starts following the journal. Returns a function that stops. */
  open(): () => void {
    void this.#start();
    return () => {
      this.#edition += 1;
      this.#asked.abort();
      this.#unfollow?.();
      this.#unfollow = undefined;
    };
  }

  /** Reports which rows are in view, and reads the missing ones. */
  want(first: number, last: number): void {
    this.#cache.view(first, last);
    void this.#load();
  }

  look(filter: FactFilter): void {
    this.#filter = filter;
    void this.#readAgain();
  }

  async #start(): Promise<void> {
    const edition = this.#edition;
    await this.#guarded(edition, async () => {
      const { head } = await askWhenReachable<JournalSummary>(journalPath(this.source.id));
      if (edition !== this.#edition) return;
      this.#head = head;
      this.#unfollow = this.source.follow(head, {
        onHead: (seq, facts) => this.#grow(seq, facts),
        onErased: () => void this.#readAgain(),
        onGone: () => this.#end(),
      });
      await this.#readAgain();
    });
  }

  #end(): void {
    this.#unfollow?.();
    this.#unfollow = undefined;
    this.#gone = true;
    this.#changed();
  }

  /** Forgets everything that was read, and counts the facts again. */
  async #readAgain(): Promise<void> {
    this.#asked.abort();
    this.#asked = new AbortController();
    this.#edition += 1;
    const edition = this.#edition;
    const { signal } = this.#asked;
    await this.#guarded(edition, async () => {
      const runs = new SeqRuns();
      if (isNarrow(this.#filter)) {
        this.#ready = false;
        this.#changed();
        const query = queryOf(this.#filter);
        const found = await askWhenReachable<FactMatches>(`${this.source.path}/facts/matches?${query}`, {
          signal,
        });
        if (edition !== this.#edition) return;
        for (const [from, to] of found.runs) runs.add(from, to);
        this.#searched = found.head;
        this.#head = Math.max(this.#head, found.head);
      } else runs.add(1, this.#head);
      this.#runs = runs;
      this.#cache.clear();
      this.#ready = true;
      this.#problem = undefined;
      this.#changed();
    });
    if (isNarrow(this.#filter)) await this.#growFound();
    await this.#load();
  }

  /** Adds facts up to a seq; with a filter, asks which of them match. */
  #grow(head: number, facts: readonly Fact[] = []): void {
    if (head <= this.#head) return;
    this.#cache.retry();
    const from = this.#head + 1;
    this.#head = head;
    if (!isNarrow(this.#filter)) {
      this.#runs.add(from, head);
      const news = facts.filter(({ seq }) => seq >= from);
      if (this.#ready && news[0]?.seq === from) this.#cache.append(this.rowOf(from), news);
      this.#changed();
      void this.#load();
    } else if (this.#ready) void this.#growFound();
  }

  /** Searches the facts that were added. More may arrive meanwhile. */
  async #growFound(): Promise<void> {
    if (this.#growing) return;
    this.#growing = true;
    const edition = this.#edition;
    await this.#guarded(edition, async () => {
      while (this.#searched < this.#head && edition === this.#edition) {
        const to = this.#head;
        const { facts, next } = await this.#ask(this.#searched + 1, to, PAGE);
        if (edition !== this.#edition) return;
        for (const { seq } of facts) this.#runs.add(seq);
        this.#searched = next === undefined ? to : next - 1;
        this.#changed();
      }
    });
    this.#growing = false;
    await this.#load();
  }

  /** Reads the missing rows in view, page by page, always by what is in view then. */
  async #load(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    let edition: number;
    do {
      edition = this.#edition;
      await this.#guarded(edition, async () => {
        for (let rows = this.#missing(); rows !== undefined; rows = this.#missing()) {
          await this.#readRows(rows);
        }
      });
    } while (edition !== this.#edition);
    this.#loading = false;
  }

  #missing(): MissingRows | undefined {
    return this.#ready ? this.#cache.missing(this.count) : undefined;
  }

  async #readRows(rows: MissingRows): Promise<void> {
    const edition = this.#edition;
    const { first, last } = rows;
    const { facts } = await this.#ask(this.seqAt(first) ?? 0, this.seqAt(last) ?? 0, last - first + 1);
    if (edition !== this.#edition) return;
    // What does not stand where it was announced has changed in the meantime, and is read again with the news of it.
    const wrong = facts.findIndex(({ seq }, place) => seq !== this.seqAt(first + place));
    this.#cache.add(rows, wrong === -1 ? facts : facts.slice(0, wrong));
    this.#problem = undefined;
    this.#changed();
  }

  async #ask(from: number, to: number, limit: number): Promise<FactsPage> {
    const query = queryOf(this.#filter, { from: String(from), to: String(to), limit: String(limit) });
    return await readFacts(this.source.path, query, this.#asked.signal);
  }

  /** Keeps the reason of a refusal. An aborted request is not one. */
  async #guarded(edition: number, run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (edition !== this.#edition || this.#asked.signal.aborted) return;
      if (!(error instanceof ApiProblem)) throw error;
      this.#problem = error;
      this.#changed();
    }
  }

  #changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

/** The filter as a query string. */
export function queryOf(
  { text = '', kinds = [], types = [] }: FactFilter,
  more: Record<string, string> = {},
): string {
  return new URLSearchParams({
    ...more,
    ...(text.trim() !== '' && { q: text.trim() }),
    ...(kinds.length > 0 && { kind: kinds.join(',') }),
    ...(types.length > 0 && { type: types.join(',') }),
  }).toString();
}
