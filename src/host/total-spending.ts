import { allJournals } from '../journal/all-journals.ts';
import { openJournal } from '../journal/journal.ts';
import type { FactStore } from '../journal/store.ts';
import { SpendingFold, type Spent } from '../kernel/limits/spending.ts';
import { type Following, follow } from '../kernel/projection/follow.ts';
import { foldProjection } from '../kernel/projection/projection.ts';
import { SerialQueue } from '../kernel/work/serial-queue.ts';

/** The prefix of hosts' own journals. */
const OWN = 'wayfold:';

/** The total spending of all sessions. */
export interface TotalSpent {
  readonly spent: Spent;
  /** When usage was last erased; empty if the total is known. */
  readonly unknownSince: string;
}

interface KnownJournal {
  readonly createdAt: string;
  readonly head: number;
  readonly redactions: number;
  readonly following: Following<SpendingFold>;
}

const spending = foldProjection((origin) => new SpendingFold(origin));

/** A cache over a store's journals, so that each fact is read once. */
class TotalSpending {
  readonly #store: FactStore;
  #known = new Map<string, KnownJournal>();
  readonly #sums = new SerialQueue();

  constructor(store: FactStore) {
    this.#store = store;
  }

  spent(): Promise<TotalSpent> {
    return this.#sums.run(() => this.#sum());
  }

  async #sum(): Promise<TotalSpent> {
    const known = new Map<string, KnownJournal>();
    const redactions = await this.#store.redactions();
    for await (const { id, head, createdAt } of allJournals(this.#store)) {
      if (id.startsWith(OWN)) continue;
      const before = this.#known.get(id);
      const following = before?.following ?? follow(openJournal(this.#store, id), spending);
      // Most journals have nothing new, as the list has already shown.
      const isSame =
        before?.createdAt === createdAt && before.head === head && before.redactions === redactions;
      if (!isSame) await following.catchUp();
      known.set(id, { createdAt, head, redactions, following });
    }
    this.#known = known;
    const total = { tokens: 0, usd: 0, seconds: 0 };
    let unknownSince = '';
    for (const { following } of known.values()) {
      const { tokens, usd, seconds } = following.state.spent;
      total.tokens += tokens;
      total.usd += usd;
      total.seconds += seconds;
      if (following.state.unknownSince > unknownSince) unknownSince = following.state.unknownSince;
    }
    return { spent: total, unknownSince };
  }
}

const totals = new WeakMap<FactStore, TotalSpending>();

/** The total spending of all sessions of a store. Deleted journals no longer count. */
export async function totalSpending(store: FactStore): Promise<TotalSpent> {
  const total = totals.get(store) ?? new TotalSpending(store);
  totals.set(store, total);
  return await total.spent();
}
