import type { Fact } from '../journal/fact.ts';
import { PersistentMap } from '../kernel/persistent-map.ts';
import { erasedType } from './facts.ts';
import type { PlannerFamily, Trigger } from './family.ts';

/** A trigger with the fact that pulled it. */
export interface FiredTrigger extends Trigger {
  readonly seq: number;
}

interface TriggerState {
  readonly pulled: PersistentMap<string, Fact>;
  readonly planned: PersistentMap<string, number>;
}

/** Which triggers of a family were pulled, and which of them are planned for. */
export class TriggerBook {
  readonly #family: PlannerFamily;
  readonly #state: TriggerState;

  constructor(
    family: PlannerFamily,
    state: TriggerState = { pulled: PersistentMap.empty(), planned: PersistentMap.empty() },
  ) {
    this.#family = family;
    this.#state = state;
  }

  /** The book after the next fact that planners see: this very one if it pulls and answers nothing. */
  accept(fact: Fact): TriggerBook {
    let { pulled } = this.#state;
    const type = erasedType(fact) ?? fact.type;
    for (const trigger of this.#family.triggers) {
      if (trigger.answeredBy === type) pulled = pulled.delete(trigger.kind);
      if (trigger.on === fact.type && trigger.when?.(fact) !== false) pulled = pulled.set(trigger.kind, fact);
    }
    return pulled === this.#state.pulled ? this : this.#with({ pulled });
  }

  /** What was pulled up to here is not planned for any more. */
  cancelled(): TriggerBook {
    return this.#with({ pulled: PersistentMap.empty() });
  }

  /** A pass had an outcome. */
  settled(triggers: Readonly<Record<string, number>>): TriggerBook {
    let { planned } = this.#state;
    for (const [kind, seq] of Object.entries(triggers)) {
      planned = planned.set(kind, Math.max(seq, this.plannedSeq(kind)));
    }
    return planned === this.#state.planned ? this : this.#with({ planned });
  }

  /** The seq up to which triggers of this kind are planned for. */
  plannedSeq(kind: string): number {
    return this.#state.planned.get(kind) ?? 0;
  }

  /** What is taken back pulls no more, and what stands from `toSeq` on is to be planned for again. */
  rewound(toSeq: number, isTakenBack: (fact: Fact) => boolean): TriggerBook {
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

  #with({ pulled = this.#state.pulled, planned = this.#state.planned }: Partial<TriggerState>): TriggerBook {
    return new TriggerBook(this.#family, { pulled, planned });
  }
}
