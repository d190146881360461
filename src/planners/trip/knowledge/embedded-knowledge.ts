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
import { type PlaceKnowledge, remembering } from './place-knowledge.ts';

/** The gazetteer that comes with Wayfold. It never changes, so that what it was asked can be remembered. */
export const embeddedPlaces: PlaceKnowledge = remembering({
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

/** How far it is to drive, as far as the map tells. */
export const embeddedRoads: Roads = roadsOnMap(embeddedPlaces);

/** What comes with Wayfold: no network, no key. */
export const EMBEDDED: Pick<PlannerContext, 'places'> = { places: embeddedPlaces };
