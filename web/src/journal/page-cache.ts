import type { Fact } from '../api/contracts.ts';

/** How many facts are read at once. */
export const PAGE = 100;
/** How many pages are kept: more than a screen shows, and no more however long the journal is. */
const MAX_PAGES = 20;
/** How many characters of facts are kept: a single fact may have a million. */
const MAX_TEXT = 8_000_000;

interface Page {
  readonly facts: Fact[];
  text: number;
  /** Announced facts are missing: they were deleted, or no longer match. */
  short: boolean;
}

/** Rows to read. They start in the middle of a page if part of it is there. */
export interface MissingRows {
  readonly first: number;
  readonly last: number;
}

/** The facts that were read, by row. Those out of view the longest are forgotten first. */
export class PageCache {
  readonly #pages = new Map<number, Page>();
  #inView: readonly [first: number, last: number] = [0, -1];

  /** How many facts are kept. */
  get held(): number {
    let held = 0;
    for (const { facts } of this.#pages.values()) held += facts.length;
    return held;
  }

  factAt(row: number): Fact | undefined {
    return this.#pages.get(Math.floor(row / PAGE))?.facts[row % PAGE];
  }

  view(first: number, last: number): void {
    this.#inView = [Math.max(0, first), last];
  }

  /** The first missing rows in view, of `count` in all. */
  missing(count: number): MissingRows | undefined {
    const [first, last] = this.#inView;
    let missing: MissingRows | undefined;
    for (let place = Math.floor(first / PAGE); place * PAGE <= Math.min(last, count - 1); place++) {
      const page = this.#pages.get(place);
      if (page) this.#touch(place, page);
      const from = place * PAGE + (page?.facts.length ?? 0);
      const to = Math.min((place + 1) * PAGE, count) - 1;
      if (from <= to && !page?.short) missing ??= { first: from, last: to };
    }
    return missing;
  }

  /** Adds the facts that were read for missing rows, in order. What is still missing is not requested again until `retry`. */
  add({ first }: MissingRows, facts: readonly Fact[]): void {
    const place = Math.floor(first / PAGE);
    const page = this.#pages.get(place) ?? { facts: [], text: 0, short: false };
    for (const fact of facts) {
      page.facts.push(fact);
      page.text += JSON.stringify(fact).length;
    }
    page.short = facts.length === 0;
    this.#touch(place, page);
    this.#forget();
  }

  /** Adds new facts from a row on, if those before them are there. */
  append(row: number, facts: readonly Fact[]): void {
    for (const [at, fact] of facts.entries()) {
      const place = Math.floor((row + at) / PAGE);
      const held = this.#pages.get(place)?.facts.length ?? 0;
      if (held === (row + at) % PAGE) this.add({ first: row + at, last: row + at }, [fact]);
    }
  }

  /** Something has changed, so missing rows may be available. */
  retry(): void {
    for (const page of this.#pages.values()) page.short = false;
  }

  clear(): void {
    this.#pages.clear();
  }

  #touch(place: number, page: Page): void {
    this.#pages.delete(place);
    this.#pages.set(place, page);
  }

  #forget(): void {
    const [first, last] = this.#inView;
    let text = 0;
    for (const page of this.#pages.values()) text += page.text;
    for (const [place, page] of this.#pages) {
      if (this.#pages.size <= MAX_PAGES && text <= MAX_TEXT) return;
      if ((place + 1) * PAGE > first && place * PAGE <= last) continue;
      text -= page.text;
      this.#pages.delete(place);
    }
  }
}
