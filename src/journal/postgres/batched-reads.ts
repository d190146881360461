import { RecentFacts } from '../recent-facts.ts';
import type { AppendOutcome, JournalSummary, ReadRange, StoredFact } from '../store.ts';
import type { Database } from './database.ts';
import { type JournalSummaries, lookUp, readPage } from './reading.ts';

/** The requests since the last statements were sent. */
interface Batch {
  readonly journals: Set<string>;
  look: PromiseWithResolvers<JournalSummaries> | undefined;
  /** By journal and range. */
  readonly pages: Map<string, PageRequest>;
}

interface PageRequest extends PromiseWithResolvers<readonly StoredFact[]> {
  readonly journal: string;
  readonly range: ReadRange;
}

/**
 * Batches concurrent reads. Every follower of a journal asks for its end after each append, and a session has many
 * followers: separate statements would take longer than all its other work. They are sent after everybody has
 * asked, so that nobody gets an answer from before the question.
 */
export class BatchedReads {
  readonly #db: Database;
  readonly #recent = new RecentFacts();
  #batch: Batch | undefined;
  /** The newest count of erasures that is known. */
  #redactions: number | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  async describe(journal: string): Promise<JournalSummary | undefined> {
    const batch = this.#current();
    batch.journals.add(journal);
    return (await this.#look(batch)).summaries.get(journal);
  }

  async redactions(): Promise<number> {
    return (await this.#look(this.#current())).redactions;
  }

  /** Appends, and keeps what was written at hand for those who follow the journal. */
  async keeping(journal: string, append: () => Promise<AppendOutcome>): Promise<AppendOutcome> {
    const redactions = this.#redactions;
    const outcome = await append();
    if (outcome.ok && redactions !== undefined) this.#recent.keep(journal, outcome.facts, redactions);
    return outcome;
  }

  async read(journal: string, range: ReadRange): Promise<readonly StoredFact[]> {
    const { end } = range;
    const recent = end && this.#recent.find(journal, range, end);
    if (recent) return recent;
    const page = await this.#readPage(journal, range);
    if (end) this.#recent.keep(journal, page, end.redactions);
    return page;
  }

  async #readPage(journal: string, range: ReadRange): Promise<readonly StoredFact[]> {
    const { pages } = this.#current();
    const key = [journal, range.from, range.to, range.limit].join(' ');
    const known = pages.get(key);
    if (known) return await known.promise;
    const request = { journal, range, ...Promise.withResolvers<readonly StoredFact[]>() };
    pages.set(key, request);
    return await request.promise;
  }

  #look(batch: Batch): Promise<JournalSummaries> {
    batch.look ??= Promise.withResolvers();
    return batch.look.promise;
  }

  #current(): Batch {
    if (this.#batch === undefined) {
      this.#batch = { journals: new Set(), look: undefined, pages: new Map() };
      setImmediate(() => this.#send());
    }
    return this.#batch;
  }

  #send(): void {
    const batch = this.#batch;
    this.#batch = undefined;
    if (batch === undefined) return;
    if (batch.look) this.#lookUp([...batch.journals]).then(batch.look.resolve, batch.look.reject);
    for (const { journal, range, resolve, reject } of batch.pages.values()) {
      readPage(this.#db, journal, range).then(resolve, reject);
    }
  }

  async #lookUp(journals: readonly string[]): Promise<JournalSummaries> {
    const look = await lookUp(this.#db, journals);
    this.#redactions = look.redactions;
    return look;
  }
}
