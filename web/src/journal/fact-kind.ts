import { FACT_KINDS, type FactKind, sessionFactKind } from '../../../src/harness/module/fact-kind.ts';
import type { Fact } from '../api/contracts.ts';

export { FACT_KINDS, type FactKind };

const cache = new WeakMap<Fact, FactKind>();

/** Remembers the kinds of facts as the server names them: a planner's own are known only to its module. */
export function rememberKinds(facts: readonly Fact[], kinds: readonly FactKind[]): void {
  for (const [at, fact] of facts.entries()) {
    const kind = kinds[at];
    if (kind !== undefined) cache.set(fact, kind);
  }
}

/** The kind of a fact for somebody who scans a journal. */
export function kindOf(fact: Fact): FactKind {
  return cache.get(fact) ?? sessionFactKind(fact);
}
