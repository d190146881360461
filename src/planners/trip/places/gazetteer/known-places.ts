import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import type { PlaceCandidate, ResolveOptions } from '../place-candidate.ts';
import type { PlaceResolver } from '../place-resolver.ts';
import { nameKey } from './name-key.ts';

/**
 * Queries a resolver for some names in advance, so that the planner need not wait. `fallback` answers for other names,
 * and for those that the resolver does not know.
 */
export async function placesNamed(
  resolver: PlaceResolver,
  names: readonly string[],
  fallback: PlaceKnowledge,
  options: ResolveOptions = {},
): Promise<PlaceKnowledge> {
  const known = new Map<string, readonly PlaceCandidate[]>();
  for (const name of names) {
    const key = nameKey(name);
    if (!known.has(key)) known.set(key, await resolver.resolve(name, options));
  }
  return {
    ...fallback,
    resolve: (query, asked) => {
      const { country, limit } = asked ?? {};
      const found = (known.get(nameKey(query)) ?? []).filter(
        (candidate) => country === undefined || candidate.country === country.toUpperCase(),
      );
      return found.length > 0 ? found.slice(0, limit) : fallback.resolve(query, asked);
    },
  };
}
