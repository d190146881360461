import type { Fact } from '../../journal/fact.ts';

/**
 * What a planner keeps of the facts it sees: a pure fold with immutable states. `apply` gets every fact except
 * bookkeeping, an erased one as `{ type: 'redacted', redactedType }`. After a rewind it is folded again from the
 * remaining facts.
 */
export interface PlannerState<State = unknown> {
  readonly initial: State;
  apply(state: State, fact: Fact): State;
}

/** A planner's state after some facts, or the exception of its fold. */
export class StateFold {
  readonly #definition: PlannerState;
  readonly #outcome: { readonly state: unknown } | { readonly error: unknown };

  private constructor(
    definition: PlannerState,
    outcome: { readonly state: unknown } | { readonly error: unknown },
  ) {
    this.#definition = definition;
    this.#outcome = outcome;
  }

  static of(definition: PlannerState): StateFold {
    return new StateFold(definition, { state: definition.initial });
  }

  /** A fold that already has this state or this error. */
  static after(
    definition: PlannerState,
    outcome: { readonly state: unknown } | { readonly error: unknown },
  ): StateFold {
    return new StateFold(definition, outcome);
  }

  /** The state, or what the fold threw. */
  get outcome(): { readonly state: unknown } | { readonly error: unknown } {
    return this.#outcome;
  }

  /** Throws what the fold threw: a failure of the planner when it is called, and of nobody else. */
  get state(): unknown {
    if ('error' in this.#outcome) throw this.#outcome.error;
    return this.#outcome.state;
  }

  accept(fact: Fact): StateFold {
    if ('error' in this.#outcome) return this;
    try {
      const state = this.#definition.apply(this.#outcome.state, fact);
      return state === this.#outcome.state ? this : new StateFold(this.#definition, { state });
    } catch (error) {
      return new StateFold(this.#definition, { error });
    }
  }

  /** The same fold over other facts. */
  anew(facts: readonly Fact[]): StateFold {
    let fold = StateFold.of(this.#definition);
    for (const fact of facts) fold = fold.accept(fact);
    return fold;
  }
}
