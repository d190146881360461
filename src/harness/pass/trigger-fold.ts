import type { Fact } from '../../journal/fact.ts';
import { PersistentMap } from '../../kernel/collections/persistent-map.ts';
import { erasedType } from '../facts.ts';
import type { PlannerFamily, Trigger } from '../family.ts';

/** A trigger with the fact that pulled it. */
export interface FiredTrigger extends Trigger {
  readonly seq: number;
}

/** What a {@link TriggerFold} holds. */
export interface TriggerState {
  readonly pulled: PersistentMap<string, Fact>;
  readonly planned: PersistentMap<string, number>;
  /** Where something was erased that withdrew the drafts before it; 0 when nothing was. */
  readonly withdrawnAt: number;
}

const NOTHING: TriggerState = {
  pulled: PersistentMap.empty(),
  planned: PersistentMap.empty(),
  withdrawnAt: 0,
};

/** Which triggers of a family were pulled, and which of them are planned for. */
export class TriggerFold {
  readonly #family: PlannerFamily;
  readonly #state: TriggerState;

  constructor(family: PlannerFamily, state: TriggerState = NOTHING) {
    this.#family = family;
    this.#state = state;
  }

  /** What a snapshot keeps of it; the constructor takes it back. */
  get state(): TriggerState {
    return this.#state;
  }

  /** The fold after the next fact that planners see: this very one if it pulls and answers nothing. */
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

  /** Whether a draft at `seq` was overtaken by what somebody said, also if that was erased. */
  isWithdrawn(seq: number): boolean {
    const isOvertaken = this.fired().some((fired) => fired.withdrawsDraft && fired.seq > seq);
    return isOvertaken || this.#state.withdrawnAt > seq;
  }

  /** What was pulled up to here is not planned for any more. */
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

  /** A pass had an outcome, and nobody knows any more for what: for all that was pulled by then. */
  settledErased(): TriggerFold {
    return this.settled(Object.fromEntries([...this.#state.pulled].map(([kind, { seq }]) => [kind, seq])));
  }

  /** The seq up to which triggers of this kind are planned for. */
  plannedSeq(kind: string): number {
    return this.#state.planned.get(kind) ?? 0;
  }

  /** What is taken back pulls no more, and what stands from `toSeq` on is to be planned for again. */
  rewound(toSeq: number, isTakenBack: (fact: Fact) => boolean): TriggerFold {
    let { pulled, planned } = this.#state;
    for (const [kind, fact] of this.#state.pulled) if (isTakenBack(fact)) pulled = pulled.delete(kind);
    for (const [kind, seq] of this.#state.planned) planned = planned.set(kind, Math.min(seq, toSeq - 1));
    return this.#with({ pulled, planned });
  }

  /** Those that wait for a pass. */
  fired(): readonly FiredTrigger[] {
    return this.#family.triggers.flatMap((trigger) => {
      const seq = this.#state.pulled.get(trigger.kind)?.seq;
      return seq === undefined || seq <= this.plannedSeq(trigger.kind) ? [] : [{ ...trigger, seq }];
    });
  }

  #with(change: Partial<TriggerState>): TriggerFold {
    return new TriggerFold(this.#family, { ...this.#state, ...change });
  }
}
