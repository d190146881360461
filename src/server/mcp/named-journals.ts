import { JournalError } from '../../journal/error.ts';
import type { FactStore, JournalSummary } from '../../journal/store.ts';
import type { ReopeningStore } from '../reopening-store.ts';
import { isId } from './checked-input.ts';

/** A kind of journals, and how one of them is opened. */
export interface JournalKind<OpenedJournal> {
  /** What the ids of their journals begin with: `tasks:`. */
  readonly prefix: string;
  /** What one of them is called: `task plan`. */
  readonly called: string;
  /** What to do when there is none. */
  readonly howToBegin: string;
  open(store: FactStore, journal: string): OpenedJournal;
}

const MOST_LISTED = 1000;

/** The journals of one kind in a store, by the ids that people use for them. */
export class NamedJournals<OpenedJournal> {
  readonly #place: ReopeningStore;
  readonly #kind: JournalKind<OpenedJournal>;
  /** The end of the last call on each that is at work. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(place: ReopeningStore, kind: JournalKind<OpenedJournal>) {
    this.#place = place;
    this.#kind = kind;
  }

  /** The id of a journal of this kind. */
  idOf(journal: string): string | undefined {
    const { prefix } = this.#kind;
    const id = journal.startsWith(prefix) ? journal.slice(prefix.length) : '';
    return isId(id) ? id : undefined;
  }

  /** Those that are there and whose ids begin with `begun`, by id. No store is made for that. */
  async list(
    begun = '',
  ): Promise<{ readonly id: string; readonly summary: JournalSummary; readonly journal: OpenedJournal }[]> {
    const store = await this.#place.existing();
    const { prefix } = this.#kind;
    const summaries = (await store?.list({ prefix: `${prefix}${begun}`, limit: MOST_LISTED })) ?? [];
    return summaries.flatMap((summary) => {
      const id = this.idOf(summary.id);
      if (store === undefined || id === undefined) return [];
      return [{ id, summary, journal: this.#kind.open(store, summary.id) }];
    });
  }

  /** The journal of this id, if there is one. */
  async find(id: string): Promise<OpenedJournal | undefined> {
    const store = await this.#place.existing();
    const journal = `${this.#kind.prefix}${id}`;
    return store && (await store.describe(journal)) ? this.#kind.open(store, journal) : undefined;
  }

  /** The journal of this id, when there must be one. */
  async existing(id: string): Promise<OpenedJournal> {
    const found = await this.find(id);
    if (found !== undefined) return found;
    const { called, howToBegin } = this.#kind;
    throw new JournalError('journal-not-found', {
      message: `There is no ${called} "${id}". ${howToBegin}`,
      expected: `a ${called} ${id}`,
      actual: 'none of that id',
      fix: howToBegin,
    });
  }

  /** Works on one of them after all calls that came before: those of one agent are applied in its order. */
  async inTurn<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#turns.get(id) ?? Promise.resolve()).then(work, work);
    this.#turns.set(id, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(id) === turn) this.#turns.delete(id);
    }
  }

  /** The store and the id of a journal in it, to begin one. */
  async placeFor(id: string): Promise<{ readonly store: FactStore; readonly journalId: string }> {
    return { store: await this.#place.store(), journalId: `${this.#kind.prefix}${id}` };
  }
}
