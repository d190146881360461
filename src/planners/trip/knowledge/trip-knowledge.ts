import { embeddedThingsToDo, thingsToDoAt } from '../activities/known-things-to-do.ts';
import { overpass } from '../activities/overpass.ts';
import { wikivoyage } from '../activities/wikivoyage.ts';
import type { TripConfig } from '../config.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { textOf, usablePoint } from '../itinerary/itinerary-view.ts';
import { GeoServiceError } from '../places/error.ts';
import { embeddedGazetteer } from '../places/gazetteer/gazetteer-file.ts';
import { placesNamed } from '../places/gazetteer/known-places.ts';
import type { Point } from '../places/geo.ts';
import type { GeoServiceOptions } from '../places/services/geo-service.ts';
import { nominatim } from '../places/services/nominatim.ts';
import { photon } from '../places/services/photon.ts';
import type { PlannerContext } from '../planner-context.ts';
import { osrm } from '../routes/osrm.ts';
import { type Roads, roadsThrough } from '../routes/roads.ts';
import { embeddedPlaces, embeddedRoads } from './embedded-knowledge.ts';
import type { PlaceKnowledge } from './place-knowledge.ts';
import type { ThingsToDo } from './things-to-do.ts';

/** How to query servers. */
export interface LookUpOptions {
  /** Reports that a server could not be queried. */
  readonly tell?: ((what: string) => void) | undefined;
  /** Sends the requests, within its own restrictions. */
  readonly fetch?: typeof fetch | undefined;
}

/**
 * Knowledge of places: the embedded gazetteer and, for names it lacks, the server of the config. If that fails, the
 * gazetteer alone.
 */
export async function knownPlaces(
  { placeService, placeUrl }: TripConfig,
  names: readonly string[],
  asking: LookUpOptions = {},
): Promise<PlaceKnowledge> {
  if (placeService === 'embedded' || placeUrl === '') return embeddedPlaces;
  const unknown = names.filter(
    (name) => embeddedPlaces.resolve(name, { limit: 1, typos: false }).length === 0,
  );
  if (unknown.length === 0) return embeddedPlaces;
  const options = { ...serverAt(placeUrl, asking), gazetteer: embeddedGazetteer() };
  const resolver = placeService === 'nominatim' ? nominatim(options) : photon(options);
  return await orElse(placesNamed(resolver, unknown, embeddedPlaces), embeddedPlaces, asking);
}

/** The activities at some stops: from the server of the config, or else the embedded ones. */
export async function knownThingsToDo(
  { activityService, activityUrl }: TripConfig,
  stops: readonly Point[],
  asking: LookUpOptions = {},
): Promise<ThingsToDo> {
  if (activityService === 'embedded' || activityUrl === '' || stops.length === 0) return embeddedThingsToDo;
  const options = serverAt(activityUrl, asking);
  const source = activityService === 'overpass' ? overpass(options) : wikivoyage(options);
  return await orElse(thingsToDoAt(source, stops), embeddedThingsToDo, asking);
}

/** The roads between the stops of a trip: from the server of the config, or else as far as the map tells. */
export async function knownRoads(
  { routeService, routeUrl }: TripConfig,
  itinerary: Itinerary | null,
  asking: LookUpOptions = {},
): Promise<Roads> {
  if (routeService === 'embedded' || routeUrl === '' || itinerary === null) return embeddedRoads;
  if (itinerary.mode === 'flight') return embeddedRoads;
  const router = osrm(serverAt(routeUrl, asking));
  return await orElse(roadsThrough(router, pointsOf(itinerary)), embeddedRoads, asking);
}

/** Everything that the services of a config know about an existing trip. */
export async function knowledgeOf(
  config: TripConfig,
  itinerary: Itinerary,
  tell?: LookUpOptions['tell'],
): Promise<Required<Pick<PlannerContext, 'places' | 'thingsToDo' | 'roads'>>> {
  const { origin, destination, anchors } = itinerary;
  const names = [origin, destination, ...anchors].flatMap(({ name }) => textOf(name) ?? []);
  return {
    places: await knownPlaces(config, names, { tell }),
    thingsToDo: await knownThingsToDo(config, pointsOf(itinerary), { tell }),
    roads: await knownRoads(config, itinerary, { tell }),
  };
}

function pointsOf({ anchors }: Itinerary): readonly Point[] {
  return anchors.flatMap((anchor) => usablePoint(anchor) ?? []);
}

function serverAt(url: string, { fetch }: LookUpOptions): GeoServiceOptions {
  return { url, ...(fetch && { fetch }) };
}

async function orElse<Known>(
  asked: Promise<Known>,
  otherwise: Known,
  { tell }: LookUpOptions,
): Promise<Known> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof GeoServiceError)) throw error;
    tell?.(`${error.message} Continuing with the data that comes with Wayfold.`);
    return otherwise;
  }
}
