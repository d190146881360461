import { planOfJournal } from '../../plan-tools/plan-id.ts';
import type { Plans } from './plans.ts';

export interface PlanChange {
  readonly planId: string;
  /** It is new, or gone: the list of plans is another one. */
  readonly listed: boolean;
}

/** How often to look for a store that is not there yet. */
const LOOK_AGAIN_MS = 500;

/** Tells when a plan has changed, whichever process changed it. It looks at the store only while somebody listens. */
export class PlanChanges {
  readonly #plans: Plans;
  readonly #onError: (error: unknown) => void;
  readonly #listeners = new Set<(change: PlanChange) => void>();
  /** The version of every plan that was told last; undefined until its first change. */
  readonly #versions = new Map<string, number | undefined>();
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
    if (this.#listeners.size === 1) this.#inTurn(() => this.#begin());
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
  async #begin(): Promise<void> {
    if (this.#unwatch !== undefined || this.#listeners.size === 0) return;
    const waited = this.#waiting !== undefined;
    clearTimeout(this.#waiting);
    if (!this.#plans.exist()) {
      this.#waiting = setTimeout(() => this.#inTurn(() => this.#begin()), LOOK_AGAIN_MS);
      return;
    }
    this.#waiting = undefined;
    const store = await this.#plans.store();
    this.#unwatch = store.watch((journal) => {
      const planId = planOfJournal(journal);
      if (planId !== undefined) this.#inTurn(() => this.#look(planId));
    });
    for (const { planId } of await this.#plans.list()) {
      if (waited) await this.#look(planId);
      else this.#versions.set(planId, undefined);
    }
  }

  async #end(): Promise<void> {
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.#unwatch?.();
    this.#unwatch = undefined;
    this.#versions.clear();
  }

  /** A call that failed, or only read, is a fact too, and no change. */
  async #look(planId: string): Promise<void> {
    if (this.#listeners.size === 0) return;
    const moment = await this.#plans.read(planId);
    const isKnown = this.#versions.has(planId);
    if (isKnown && moment && moment.version === this.#versions.get(planId)) return;
    if (moment) this.#versions.set(planId, moment.version);
    else this.#versions.delete(planId);
    for (const listener of [...this.#listeners]) listener({ planId, listed: !isKnown || !moment });
  }

  #inTurn(work: () => Promise<void>): void {
    this.#turn = this.#turn.then(work).catch(this.#onError);
  }
}
