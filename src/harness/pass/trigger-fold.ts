import type { Fact } from '../../journal/fact.ts';
import { PersistentMap } from '../../kernel/collections/persistent-map.ts';
import { erasedType } from '../facts.ts';
import type { PlannerFamily, Trigger } from '../family.ts';

/** A trigger with the fact that fired it. */
export interface FiredTrigger extends Trigger {
  readonly seq: number;
}

/** The state of a {@link TriggerFold}. */
export interface TriggerState {
  readonly pulled: PersistentMap<string, Fact>;
  readonly planned: PersistentMap<string, number>;
  /** The seq of an erased fact that withdrew the drafts before it; 0 if there was none. */
  readonly withdrawnAt: number;
}

const NOTHING: TriggerState = {
  pulled: PersistentMap.empty(),
  planned: PersistentMap.empty(),
  withdrawnAt: 0,
};

/** Which triggers of a family have fired, and which of them are planned for. */
export class TriggerFold {
  readonly #family: PlannerFamily;
  readonly #state: TriggerState;

  constructor(family: PlannerFamily, state: TriggerState = NOTHING) {
    this.#family = family;
    this.#state = state;
  }

  /** The state for a snapshot; the constructor takes it back. */
  get state(): TriggerState {
    return this.#state;
  }

  /** The fold after the next fact that planners see; the same instance if it fires and answers nothing. */
  accept(fact: Fact): TriggerFold {
    let { pulled, withdrawnAt } = this.#state;
    const erased = erasedType(fact);
    for (const trigger of this.#family.triggers) {
      if (trigger.answeredBy === (erased ?? fact.type)) pulled = pulled.delete(trigger.kind);
      if (trigger.on === fact.type && trigger.when?.(fact) !== false) pulled = pulled.set(trigger.kind, fact);
      if (trigger.on === erased && trigger.withdrawsDraft) withdrawnAt = fact.seq;
    }
    const isSame = pulled === this.#state.pulled && withdrawnAt === this.#state.withdrawnAt;
    return isSame ? this : this.#with({ pulled, withdrawnAt });
  }

  /** Whether a draft at `seq` was overtaken by a message, even if that was erased. */
  isWithdrawn(seq: number): boolean {
    const isOvertaken = this.fired().some((fired) => fired.withdrawsDraft && fired.seq > seq);
    return isOvertaken || this.#state.withdrawnAt > seq;
  }

  /** Triggers fired so far are no longer planned for. */
  cancelled(): TriggerFold {
    return this.#with({ pulled: PersistentMap.empty() });
  }

  /** A pass had an outcome. */
  settled(triggers: Readonly<Record<string, number>>): TriggerFold {
    let { planned } = this.#state;
    for (const [kind, seq] of Object.entries(triggers)) {
      planned = planned.set(kind, Math.max(seq, this.plannedSeq(kind)));
    }
    return planned === this.#state.planned ? this : this.#with({ planned });
  }

  /** A pass of which it is unknown what it was for counts for everything fired by then. */
  settledErased(): TriggerFold {
    return this.settled(Object.fromEntries([...this.#state.pulled].map(([kind, { seq }]) => [kind, seq])));
  }

  /** The seq up to which triggers of this kind are planned for. */
  plannedSeq(kind: string): number {
    return this.#state.planned.get(kind) ?? 0;
  }

  /** Rewound triggers no longer fire, and those from `toSeq` on are planned for again. */
  rewound(toSeq: number, isTakenBack: (fact: Fact) => boolean): TriggerFold {
    let { pulled, planned } = this.#state;
    for (const [kind, fact] of this.#state.pulled) if (isTakenBack(fact)) pulled = pulled.delete(kind);
    for (const [kind, seq] of this.#state.planned) planned = planned.set(kind, Math.min(seq, toSeq - 1));
    return this.#with({ pulled, planned });
  }

  /** The triggers that wait for a pass. */
  fired(): readonly FiredTrigger[] {
    const fired: FiredTrigger[] = [];
    for (const trigger of this.#family.triggers) {
      const seq = this.#state.pulled.get(trigger.kind)?.seq;
      if (seq !== undefined && seq > this.plannedSeq(trigger.kind)) fired.push({ ...trigger, seq });
    }
    return fired;
  }

  #with(change: Partial<TriggerState>): TriggerFold {
    return new TriggerFold(this.#family, { ...this.#state, ...change });
  }
}
