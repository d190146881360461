import {
  areaNamed,
  crossing,
  isByTheSea,
  isWithinRegion,
  isWithoutTrains,
  nearestPlace,
  placesAlong,
  placesOf,
  resolvePlace,
  resolveTogether,
  routeNamed,
  seaBetween,
  worthVisiting,
} from '../places/embedded.ts';
import type { PlannerContext } from '../planner-context.ts';
import { type Roads, roadsOnMap } from '../routes/roads.ts';
import { type PlaceKnowledge, withCache } from './place-knowledge.ts';

/** The embedded gazetteer. It never changes, so its answers can be cached. */
export const embeddedPlaces: PlaceKnowledge = withCache({
  resolve: resolvePlace,
  nearest: nearestPlace,
  along: placesAlong,
  isWithinRegion,
  resolveTogether,
  area: areaNamed,
  placesOf,
  route: routeNamed,
  worthVisiting,
  crossing,
  seaBetween,
  isWithoutTrains,
  isByTheSea,
});

/** Driving distances, as far as the map tells. */
export const embeddedRoads: Roads = roadsOnMap(embeddedPlaces);

/** The embedded knowledge: no network, no key. */
export const EMBEDDED: Pick<PlannerContext, 'places'> = { places: embeddedPlaces };
