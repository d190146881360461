import type { Gazetteer } from './gazetteer/gazetteer.ts';
import type { RouteKind } from './gazetteer/gazetteer-format.ts';
import type { PlaceCandidate } from './place-candidate.ts';
import { type AreaQuery, knownPlace } from './region-places.ts';
import { candidateOf, hitsFor } from './resolve/resolve-place.ts';

/** A named road, path, railway or circuit: "Route 66", "Camino Francés". */
export interface NamedRoute {
  /** As written. */
  readonly name: string;
  readonly kind: RouteKind;
  /** Whether it ends where it starts. */
  readonly isLoop: boolean;
  /** Its towns in order. */
  readonly stops: readonly PlaceCandidate[];
}

/** In powers of ten of the people who mean it. */
const NEARLY_AS_LIKELY = 0.3;

/** The route that a name most likely means; undefined if it rather means something else. */
export function routeNamedIn(
  gazetteer: Gazetteer,
  name: string,
  query: AreaQuery = {},
): NamedRoute | undefined {
  const hits = hitsFor(gazetteer, name, { ...query, typos: false });
  const hit = hits.find(({ place, region }) => region === undefined && gazetteer.routeAt(place));
  const route = hit && gazetteer.routeAt(hit.place);
  const [best] = hits;
  // A road may also be a sight with the same name, and better known as such.
  if (hit === undefined || route === undefined || best === undefined) return undefined;
  if (best !== hit && best.score - hit.score > NEARLY_AS_LIKELY) return undefined;
  const { name: own, shown = own } = candidateOf(gazetteer, hit);
  return {
    name: shown,
    kind: route.kind,
    isLoop: route.isLoop,
    stops: route.stops.map((stop) => knownPlace(gazetteer, stop)),
  };
}
