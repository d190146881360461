import { type Corridor, type PlaceAlong, placesAlongIn } from './corridor.ts';
import { type Crossing, crossingIn, type SeaCrossing, seaOf } from './crossing.ts';
import { embeddedGazetteer } from './gazetteer/gazetteer-file.ts';
import type { Point } from './geo.ts';
import { type NamedRoute, routeNamedIn } from './named-routes.ts';
import { type NearestOptions, type NearPlace, nearestIn } from './nearest-place.ts';
import type { PlaceCandidate, ResolveOptions } from './place-candidate.ts';
import { isWithoutTrainsIn } from './railways.ts';
import {
  type Area,
  type AreaQuery,
  areaNamedIn,
  placesOfIn,
  type StopQuery,
  worthVisitingIn,
} from './region-places.ts';
import { isWithinRegionIn, type RegionName } from './resolve/region-fit.ts';
import { resolveIn } from './resolve/resolve-place.ts';
import { resolveTogetherIn } from './resolve/resolve-together.ts';

/**
 * The places that a text may mean, from the embedded gazetteer, the most likely first: "Kingman, AZ", "Paris
 * Texas", "München", "NYC", "東京". Empty if nothing matches, or if the input is not a text. A point instead of
 * options is its likely location.
 */
export function resolvePlace(query: string, options?: ResolveOptions | Point | null): PlaceCandidate[] {
  if (typeof query !== 'string') return [];
  return resolveIn(embeddedGazetteer(), query, options ?? {});
}

/** The known place nearest to a point, and its distance. */
export function nearestPlace(point: Point, options: NearestOptions = {}): NearPlace | undefined {
  return nearestIn(embeddedGazetteer(), point, options);
}

/** The known places along a way, in the order of passing. */
export function placesAlong(corridor: Corridor): PlaceAlong[] {
  return placesAlongIn(embeddedGazetteer(), corridor);
}

/** Whether a point is in a country or division; undefined for an unknown region. */
export function isWithinRegion(point: Point, region: RegionName): boolean | undefined {
  return isWithinRegionIn(embeddedGazetteer(), point, region);
}

/** The places that the names of one trip mean together: one result for each name, undefined for an unknown name. */
export function resolveTogether(
  names: readonly string[],
  options: ResolveOptions = {},
): (PlaceCandidate | undefined)[] {
  return resolveTogetherIn(embeddedGazetteer(), names, options);
}

/** The country, division or region that a name means; undefined if it rather means a town, or nothing. */
export function areaNamed(name: string, query: AreaQuery = {}): Area | undefined {
  return areaNamedIn(embeddedGazetteer(), name, query);
}

/** The places of a country, division or region worth a stay, the best known first. */
export function placesOf(name: string, query: AreaQuery = {}): PlaceCandidate[] {
  return placesOfIn(embeddedGazetteer(), name, query);
}

/** The road, path, railway or circuit that a name means; undefined if it rather means something else. */
export function routeNamed(name: string, query: AreaQuery = {}): NamedRoute | undefined {
  return routeNamedIn(embeddedGazetteer(), name, query);
}

/** The places around a point most worth a stop, the best known first. */
export function worthVisiting(point: Point, query: StopQuery): PlaceCandidate[] {
  return worthVisitingIn(embeddedGazetteer(), point, query);
}

/** Whether one can drive from one point to another, and which ferries help otherwise. */
export function crossing(from: Point, to: Point, options: { readonly cars?: boolean } = {}): Crossing {
  return crossingIn(embeddedGazetteer(), from, to, options);
}

/** Whether there is a road or bridge across the sea between two points, or else a ferry. */
export function seaBetween(from: Point, to: Point): SeaCrossing {
  return seaOf(crossing(from, to));
}

/** Whether a place has no trains: on an island without any, or in a part of the country without railways. */
export function isWithoutTrains(point: Point): boolean {
  return isWithoutTrainsIn(embeddedGazetteer(), point);
}

/** A cell of the land grid, which cannot show shorter distances. */
const BY_THE_SEA_KM = 22;

/** Whether the sea is near. */
export function isByTheSea(point: Point): boolean {
  return embeddedGazetteer().land.isByTheSea(point, BY_THE_SEA_KM);
}
