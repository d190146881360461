import { type FactStore, openJournal } from '../journal/index.ts';
import { SpendingBook, type Spent } from '../kernel/spending.ts';

const PAGE = 500;

/** What the journals begin with that hosts keep for themselves. */
const OWN = 'wayfold:';

interface KnownJournal {
  readonly createdAt: string;
  readonly book: SpendingBook;
}

/** What is known of a store's journals, so that each of their facts is read once. */
class TotalSpending {
  readonly #store: FactStore;
  #known = new Map<string, KnownJournal>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(store: FactStore) {
    this.#store = store;
  }

  spent(): Promise<Spent> {
    const spent = this.#turn.then(() => this.#sum());
    this.#turn = spent.catch(() => {});
    return spent;
  }

  async #sum(): Promise<Spent> {
    const known = new Map<string, KnownJournal>();
    for (let after: string | undefined; ; ) {
      const page = await this.#store.list({ limit: PAGE, ...(after !== undefined && { after }) });
      for (const { id, head, createdAt, nativeFrom } of page) {
        if (id.startsWith(OWN)) continue;
        const before = this.#known.get(id);
        const { book } =
          before?.createdAt === createdAt ? before : { book: new SpendingBook({ nativeFrom }) };
        if (book.head < head) {
          const news = openJournal(this.#store, id).facts({ from: Math.max(book.head + 1, nativeFrom) });
          for await (const facts of news.pages()) book.accept(facts);
        }
        known.set(id, { createdAt, book });
      }
      after = page.at(-1)?.id;
      if (after === undefined || page.length < PAGE) break;
    }
    this.#known = known;
    const total = { tokens: 0, usd: 0, seconds: 0 };
    for (const { book } of known.values()) {
      total.tokens += book.spent.tokens;
      total.usd += book.spent.usd;
      total.seconds += book.spent.seconds;
    }
    return total;
  }
}

const totals = new WeakMap<FactStore, TotalSpending>();

/** What all sessions of a store have spent. What was spent in a journal that is deleted no longer counts. */
export async function totalSpending(store: FactStore): Promise<Spent> {
  const total = totals.get(store) ?? new TotalSpending(store);
  totals.set(store, total);
  return await total.spent();
}
