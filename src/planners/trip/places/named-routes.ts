import type { Gazetteer } from './gazetteer.ts';
import type { RouteKind } from './gazetteer-format.ts';
import type { PlaceCandidate } from './place-candidate.ts';
import { type AreaQuery, knownPlace } from './region-places.ts';
import { candidateOf, hitsFor } from './resolve-place.ts';

/** A road, a path, a railway or a circuit that goes by a name: "Route 66", "Camino Francés". */
export interface NamedRoute {
  /** As it was written. */
  readonly name: string;
  readonly kind: RouteKind;
  /** Whether it ends where it begins. */
  readonly isLoop: boolean;
  /** Its towns in their order. */
  readonly stops: readonly PlaceCandidate[];
}

/** The route that a name means most likely; undefined when it is rather the name of something else. */
export function routeNamedIn(
  gazetteer: Gazetteer,
  name: string,
  query: AreaQuery = {},
): NamedRoute | undefined {
  const [hit] = hitsFor(gazetteer, name, { ...query, typos: false });
  const route = hit && hit.region === undefined ? gazetteer.routeAt(hit.place) : undefined;
  if (hit === undefined || route === undefined) return undefined;
  const { name: own, shown = own } = candidateOf(gazetteer, hit);
  return {
    name: shown,
    kind: route.kind,
    isLoop: route.isLoop,
    stops: route.stops.map((stop) => knownPlace(gazetteer, stop)),
  };
}
