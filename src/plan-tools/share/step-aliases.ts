import { aliasesOf, type StepAliases } from '../plan/plan-number.ts';
import type { LocalChanges } from './local-changes.ts';
import type { SharedPlan } from './shared-fold.ts';

/**
 * New aliases in this clone for ids that another clone has also assigned: each keeps naming the step that this
 * clone added or took over under the id before it knew of the other. Known ids keep their meaning.
 */
export function newAliases(
  { changes, seen, plan }: LocalChanges,
  { renamed }: Pick<SharedPlan, 'renamed'>,
): StepAliases {
  const known = aliasesOf(plan);
  const own = new Set(changes.map(({ fact }) => fact));
  const isOwn = (fact: string) => own.has(fact);
  const found: Record<string, string> = {};
  for (const { id, added, stepId } of renamed) {
    if (Object.hasOwn(known, id)) continue;
    const isFamiliar = (seen[added.clone] ?? 0) >= added.n;
    if (isOwn(added.fact) || (isFamiliar && !Object.hasOwn(found, id))) found[id] = stepId;
  }
  return found;
}
