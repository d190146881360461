import { sameJson } from '../../kernel/session/same-json.ts';
import { planOfJournal } from '../../plan-tools/plan-id.ts';
import { LOOK_AGAIN_MS } from '../placed-store.ts';
import type { PlanMoment, Plans } from './plans.ts';

export interface PlanChange {
  readonly planId: string;
  /** It is new, or gone: the list of plans is another one. */
  readonly listed: boolean;
}

/** Tells when a plan has changed, whichever process changed it. It looks at the store only while somebody listens. */
export class PlanChanges {
  readonly #plans: Plans;
  readonly #onError: (error: unknown) => void;
  readonly #listeners = new Set<(change: PlanChange) => void>();
  /** Every plan as it was told last; undefined until its first change. */
  readonly #told = new Map<string, PlanMoment | undefined>();
  #turn: Promise<void> = Promise.resolve();
  #unwatch: (() => void) | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(plans: Plans, onError: (error: unknown) => void) {
    this.#plans = plans;
    this.#onError = onError;
  }

  /** Calls `listener` after every change from now on, until the returned function is called. */
  watch(listener: (change: PlanChange) => void): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#inTurn(() => this.#begin({ isLater: false }));
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#inTurn(() => this.#end());
    };
  }

  /** Resolves when what was noticed so far has been told. */
  async settled(): Promise<void> {
    await this.#turn;
  }

  /** A client may listen long before there is anything to hear; listening alone makes no store. */
  async #begin({ isLater }: { readonly isLater: boolean }): Promise<void> {
    if (this.#unwatch !== undefined || this.#listeners.size === 0) return;
    clearTimeout(this.#waiting);
    if (!this.#plans.exist()) {
      this.#waiting = setTimeout(() => this.#inTurn(() => this.#begin({ isLater: true })), LOOK_AGAIN_MS);
      return;
    }
    this.#waiting = undefined;
    const store = await this.#plans.store();
    const unwatch = store.watch((journal) => {
      const planId = planOfJournal(journal);
      if (planId !== undefined) this.#inTurn(() => this.#look(planId));
    });
    const forget = this.#plans.onReplaced(() => this.#inTurn(() => this.#beginAnew()));
    this.#unwatch = () => {
      unwatch();
      forget();
    };
    for (const { planId } of await this.#plans.list()) {
      if (isLater) await this.#look(planId);
      else this.#told.set(planId, undefined);
    }
  }

  async #end(): Promise<void> {
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.#unwatch?.();
    this.#unwatch = undefined;
    this.#told.clear();
  }

  /** The store was deleted, and all its plans with it. Another may be there by now, or later. */
  async #beginAnew(): Promise<void> {
    this.#unwatch?.();
    this.#unwatch = undefined;
    for (const planId of [...this.#told.keys()]) await this.#look(planId);
    await this.#begin({ isLater: true });
  }

  /** A call that failed, or only read, is a fact too, and no change. */
  async #look(planId: string): Promise<void> {
    if (this.#listeners.size === 0) return;
    const moment = await this.#plans.read(planId);
    const isKnown = this.#told.has(planId);
    // A journal of refused calls alone is no plan yet.
    if (!isKnown && moment && !moment.plan) return;
    const told = this.#told.get(planId);
    if (told && moment && isSame(told, moment)) return;
    if (moment) this.#told.set(planId, moment);
    else this.#told.delete(planId);
    for (const listener of [...this.#listeners]) listener({ planId, listed: !isKnown || !moment });
  }

  #inTurn(work: () => Promise<void>): void {
    this.#turn = this.#turn.then(work).catch(this.#onError);
  }
}

/** An erased fact makes another plan of the same version. */
function isSame(one: PlanMoment, other: PlanMoment): boolean {
  if (one.version !== other.version) return false;
  return one.plan === other.plan || sameJson(one.plan, other.plan);
}
