import { FACT_KINDS, type FactKind, sessionFactKind } from '../../../src/harness/module/fact-kind.ts';
import type { Fact } from '../api/contracts.ts';

export { FACT_KINDS, type FactKind };

const cache = new WeakMap<Fact, FactKind>();

/** Keeps what the server says that facts are: those of a planner's own are known to its module only. */
export function rememberKinds(facts: readonly Fact[], kinds: readonly FactKind[]): void {
  for (const [at, fact] of facts.entries()) {
    const kind = kinds[at];
    if (kind !== undefined) cache.set(fact, kind);
  }
}

/** What a fact is to somebody who looks along a journal. */
export function kindOf(fact: Fact): FactKind {
  return cache.get(fact) ?? sessionFactKind(fact);
}
