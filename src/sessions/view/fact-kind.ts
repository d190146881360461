import { FACT_KINDS, type FactKind, sessionFactKind } from '../../harness/module/fact-kind.ts';
import { ownFactKind } from '../../harness/module/module-fold.ts';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import type { Envelope } from '../../journal/fact.ts';

export { FACT_KINDS, type FactKind };

/** The kind of a fact on a timeline; without a module, the kinds of its own facts are unknown. */
export function kindOf(fact: Envelope, module?: PlannerModule): FactKind {
  return (module && ownFactKind(module, fact)) ?? sessionFactKind(fact);
}
