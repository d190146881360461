import { openJournal } from '../../journal/journal.ts';
import type { FactStore, JournalSummary } from '../../journal/store.ts';
import { Session } from '../../kernel/session/session.ts';
import { Plan } from '../../plan-tools/plan.ts';
import { journalOf, planOfJournal } from '../../plan-tools/plan-id.ts';
import { PlanningToolsSection } from '../../plan-tools/planning-tools-section.ts';

/** So many plans stay folded in memory; one more makes room for itself. Nothing is lost: a plan is a fold. */
const MOST_KEPT = 64;
const MOST_LISTED = 1000;

/** A plan somebody works on. */
export interface OpenPlan {
  readonly session: Session;
  readonly section: PlanningToolsSection;
}

/** A plan as it is now. */
export interface PlanMoment {
  /** 0 while nothing has been planned. */
  readonly version: number;
  readonly plan: Plan | undefined;
}

export interface PlansOptions {
  /** Opens the store, once, when a plan is first asked for: a client that only lists tools leaves no data behind. */
  readonly open: () => Promise<FactStore>;
  /** Whether there is something to read without opening, which may create the store. Default: yes. */
  readonly exists?: () => boolean;
}

/** The plans of one store, by their ids. */
export class Plans {
  readonly #open: () => Promise<FactStore>;
  readonly #exists: () => boolean;
  readonly #kept = new Map<string, OpenPlan>();
  readonly #inUse = new Map<string, { readonly open: Promise<OpenPlan>; by: number }>();
  #store: Promise<FactStore> | undefined;

  constructor({ open, exists = () => true }: PlansOptions) {
    this.#open = open;
    this.#exists = exists;
  }

  /** The store, opened. What failed to open is tried again next time: a locked file may be free by then. */
  store(): Promise<FactStore> {
    this.#store ??= this.#open().catch((error: unknown) => {
      this.#store = undefined;
      throw error;
    });
    return this.#store;
  }

  /** Whether there may be plans, found out without making a store. */
  exist(): boolean {
    return this.#store !== undefined || this.#exists();
  }

  /**
   * Works on a plan, whether or not it has begun. Who comes while others are at work joins them, so that calls which
   * come one after the other are applied in that order.
   */
  async use<Result>(planId: string, work: (open: OpenPlan) => Promise<Result>): Promise<Result> {
    const used = this.#inUse.get(planId) ?? { open: this.#find(planId), by: 0 };
    this.#inUse.set(planId, used);
    used.by += 1;
    try {
      return await work(await used.open);
    } finally {
      used.by -= 1;
      if (used.by === 0) this.#inUse.delete(planId);
    }
  }

  /** The plan as it is now, or undefined when there is no such journal. */
  async read(planId: string): Promise<PlanMoment | undefined> {
    if (!this.exist()) return undefined;
    const store = await this.store();
    if ((await store.describe(journalOf(planId))) === undefined) return undefined;
    return await this.use(planId, async ({ session }) => {
      await session.refresh();
      return { version: session.version, plan: session.select(Plan).at(-1) };
    });
  }

  /** The plans whose ids begin with `prefix`, by id. */
  async list(prefix = ''): Promise<{ readonly planId: string; readonly summary: JournalSummary }[]> {
    if (!this.exist()) return [];
    const store = await this.store();
    const summaries = await store.list({ prefix: journalOf(prefix), limit: MOST_LISTED });
    return summaries.flatMap((summary) => {
      const planId = planOfJournal(summary.id);
      return planId === undefined ? [] : [{ planId, summary }];
    });
  }

  /** Closes the store if it was ever opened. */
  async close(): Promise<void> {
    await (await this.#store?.catch(() => undefined))?.close();
  }

  async #find(planId: string): Promise<OpenPlan> {
    const store = await this.store();
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

function openPlan(store: FactStore, planId: string): OpenPlan {
  const session = new Session({ journal: openJournal(store, journalOf(planId)) });
  return { session, section: new PlanningToolsSection({ session }) };
}
