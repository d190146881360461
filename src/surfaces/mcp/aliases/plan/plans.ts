import type { FactStore, JournalSummary } from '../../../../journal/store.ts';
import { sessionEventOf } from '../../../../kernel/session/facts.ts';
import { type OpenPlan, openPlan } from '../../../../plan-tools/open-plan.ts';
import { Plan } from '../../../../plan-tools/plan.ts';
import { planAfterEvent } from '../../../../plan-tools/plan-fold.ts';
import { journalOf, planOfJournal } from '../../../../plan-tools/plan-id.ts';
import type { ReopeningStore } from '../../../http/reopening-store.ts';

/** So many plans stay folded in memory; one more makes room for itself. Nothing is lost: a plan is a fold. */
const MOST_KEPT = 64;
const MOST_LISTED = 1000;

/** A plan as it is now. */
export interface PlanMoment {
  /** 0 while nothing has been planned. */
  readonly version: number;
  readonly plan: Plan | undefined;
}

/** The plans of one store, by their ids. */
export class Plans {
  readonly #place: ReopeningStore;
  readonly #kept = new Map<string, OpenPlan>();
  readonly #inUse = new Map<string, { readonly open: Promise<OpenPlan>; by: number }>();
  /** The plans that are known to have begun, with the time their journals were made. */
  readonly #begun = new Set<string>();
  #store: Promise<FactStore> | undefined;

  constructor(place: ReopeningStore) {
    this.#place = place;
  }

  /** The store, opened. What was known of one that is given up is known of no other. */
  #currentStore(): Promise<FactStore> {
    const store = this.#place.store();
    if (store !== this.#store) {
      this.#kept.clear();
      this.#inUse.clear();
      this.#begun.clear();
    }
    this.#store = store;
    return store;
  }

  /**
   * Works on a plan, whether or not it has begun. Who comes while others are at work joins them, so that calls which
   * come one after the other are applied in that order.
   */
  async use<Result>(planId: string, work: (open: OpenPlan) => Promise<Result>): Promise<Result> {
    const store = this.#currentStore();
    const used = this.#inUse.get(planId) ?? { open: this.#find(store, planId), by: 0 };
    this.#inUse.set(planId, used);
    used.by += 1;
    try {
      return await work(await used.open);
    } finally {
      used.by -= 1;
      if (used.by === 0 && this.#inUse.get(planId) === used) this.#inUse.delete(planId);
    }
  }

  /** The plan as it is now, or undefined when there is no such journal. */
  async read(planId: string): Promise<PlanMoment | undefined> {
    if (!this.#place.exists()) return undefined;
    const store = await this.#currentStore();
    if ((await store.describe(journalOf(planId))) === undefined) return undefined;
    return await this.use(planId, async ({ session }) => {
      await session.refresh();
      return { version: session.version, plan: session.select(Plan).at(-1) };
    });
  }

  /** The plans that have begun and whose ids begin with `prefix`, by id. */
  async list(prefix = ''): Promise<{ readonly planId: string; readonly summary: JournalSummary }[]> {
    if (!this.#place.exists()) return [];
    const store = await this.#currentStore();
    const summaries = await store.list({ prefix: journalOf(prefix), limit: MOST_LISTED });
    const plans: { planId: string; summary: JournalSummary }[] = [];
    for (const summary of summaries) {
      const planId = planOfJournal(summary.id);
      if (planId !== undefined && (await this.#hasBegun(store, planId, summary)))
        plans.push({ planId, summary });
    }
    return plans;
  }

  /** A journal may hold nothing but calls that were refused. */
  async #hasBegun(store: FactStore, planId: string, { createdAt }: JournalSummary): Promise<boolean> {
    const key = `${planId} ${createdAt}`;
    if (this.#begun.has(key)) return true;
    for await (const fact of openPlan(store, planId).journal.facts()) {
      const event = sessionEventOf(fact);
      if (event === undefined || planAfterEvent(undefined, event) === undefined) continue;
      this.#begun.add(key);
      return true;
    }
    return false;
  }

  async #find(opening: Promise<FactStore>, planId: string): Promise<OpenPlan> {
    const store = await opening;
    const summary = await store.describe(journalOf(planId));
    if (summary === undefined) return openPlan(store, planId);
    // A journal that was deleted and made anew is another plan under the same id.
    const key = `${planId} ${summary.createdAt}`;
    const open = this.#kept.get(key) ?? openPlan(store, planId);
    this.#kept.delete(key);
    this.#kept.set(key, open);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return open;
  }
}
