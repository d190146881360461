import type { FactTypes } from '../journal/fact-types.ts';
import { keepsOfSchema } from '../kernel/projection/kept-fields.ts';
import { a2aFacts } from './a2a/facts.ts';
import { hostFacts } from './engine/host-fold.ts';
import { hostPauseFacts } from './host-journal.ts';
import type { PlannerRegistry } from './registry.ts';

/** Every fact type of a host and its planners, by name. */
export function allFactTypes({ entries }: Pick<PlannerRegistry, 'entries'>): FactTypes {
  const own = entries.map(({ facts }) => facts);
  return Object.assign({}, ...own, a2aFacts, hostFacts, hostPauseFacts);
}

/** The fields that facts of each type keep when erased, for types that limit or stop something. */
export function keepsByType(
  registry: Pick<PlannerRegistry, 'entries'>,
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(allFactTypes(registry)).flatMap(([type, declared]) => {
      const keeps = keepsOfSchema(declared);
      return keeps ? [[type, keeps] as const] : [];
    }),
  );
}
