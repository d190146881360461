import { openJournal } from '../journal/journal.ts';
import type { FactStore } from '../journal/store.ts';
import { type Following, follow } from '../kernel/follow.ts';
import { bookProjection } from '../kernel/projection.ts';
import { SpendingBook, type Spent } from '../kernel/spending.ts';

const PAGE = 500;

/** What the journals begin with that hosts keep for themselves. */
const OWN = 'wayfold:';

interface KnownJournal {
  readonly createdAt: string;
  readonly head: number;
  readonly following: Following<SpendingBook>;
}

const spending = bookProjection((origin) => new SpendingBook(origin));

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
      for (const { id, head, createdAt } of page) {
        if (id.startsWith(OWN)) continue;
        const before = this.#known.get(id);
        const following = before?.following ?? follow(openJournal(this.#store, id), spending);
        // Most journals have nothing new, and the list has said so already.
        if (before?.createdAt !== createdAt || before.head !== head) await following.catchUp();
        known.set(id, { createdAt, head, following });
      }
      after = page.at(-1)?.id;
      if (after === undefined || page.length < PAGE) break;
    }
    this.#known = known;
    const total = { tokens: 0, usd: 0, seconds: 0 };
    for (const { following } of known.values()) {
      const { tokens, usd, seconds } = following.state.spent;
      total.tokens += tokens;
      total.usd += usd;
      total.seconds += seconds;
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
