import { aliasesOf, type StepAliases } from '../plan/plan-number.ts';
import type { LocalChanges } from './local-changes.ts';
import type { SharedPlan } from './shared-fold.ts';

/**
 * What ids of steps stand for in this clone from now on, where another clone has given the same ones: the step that this clone
 * made or took over under the id, before it knew of the other. An id that is known already stands for what it stood for.
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
