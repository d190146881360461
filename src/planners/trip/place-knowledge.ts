import type { Corridor, PlaceAlong } from './places/corridor.ts';
import type { Crossing } from './places/crossing.ts';
import type { Place } from './places/gazetteer.ts';
import { drivingKm, type Point } from './places/geo.ts';
import type { NearestOptions, NearPlace } from './places/nearest-place.ts';
import type { PlaceCandidate, ResolveOptions } from './places/place-candidate.ts';
import type { RegionName } from './places/region-fit.ts';
import type { Area, AreaQuery, StopQuery } from './places/region-places.ts';

/** What the planner has to know about places, at once and without waiting. */
export interface PlaceKnowledge {
  /** The places that a text may mean, the likeliest first. */
  resolve(query: string, options?: ResolveOptions): readonly PlaceCandidate[];
  /** The known place that is nearest to a point. */
  nearest(point: Point, options?: NearestOptions): NearPlace | undefined;
  /** The known places in a strip along a way, in the order in which they are passed. */
  along(corridor: Corridor): readonly PlaceAlong[];
  /** Whether a point lies in a country or a division of it; undefined when there is no such region. */
  isWithinRegion(point: Point, region: RegionName): boolean | undefined;
  /**
   * The places that the names of one trip mean together: one answer a name, in their order, undefined for a name that
   * is not known. "Durango" beside "Mesa Verde" is the one in Colorado.
   */
  resolveTogether(
    names: readonly string[],
    options?: ResolveOptions,
  ): readonly (PlaceCandidate | undefined)[];
  /** The country, division or region that a name means; undefined when it is rather a town, or nothing. */
  area(name: string, query?: AreaQuery): Area | undefined;
  /** The places of such an area that are worth a stay, the best known first: what a tour is made of. */
  placesOf(name: string, query?: AreaQuery): readonly Place[];
  /** The places around a point that are most worth a stop, the best known first. */
  worthAStop(point: Point, query: StopQuery): readonly Place[];
  /** Whether one can drive from one point to another, and which ferries help where one cannot. */
  crossing(from: Point, to: Point, options?: { readonly cars?: boolean }): Crossing;
}

/** Who knows no places: coordinates are then taken for what they are. */
export const NO_PLACES: PlaceKnowledge = {
  resolve: () => [],
  nearest: () => undefined,
  along: () => [],
  isWithinRegion: () => undefined,
  resolveTogether: (names) => names.map(() => undefined),
  area: () => undefined,
  placesOf: () => [],
  worthAStop: () => [],
  crossing: (from, to) => ({
    type: 'unknown',
    seaKm: 0,
    ferries: [],
    drivingKm: drivingKm(from, to),
    ferryHours: 0,
  }),
};

/** So many answers of a kind are remembered; then it begins anew. */
const MOST_REMEMBERED = 20_000;

/** The same knowledge, remembering what it was asked: one turn asks the same many times. */
export function remembering(places: PlaceKnowledge): PlaceKnowledge {
  if (places === NO_PLACES) return places;
  const resolved = new Map<string, readonly PlaceCandidate[]>();
  const nearest = new Map<string, NearPlace | undefined>();
  const within = new Map<string, boolean | undefined>();
  const crossings = new Map<string, Crossing>();
  return {
    ...places,
    along: (corridor) => places.along(corridor),
    resolve: (query, options = {}) =>
      once(resolved, JSON.stringify([query, options]), () => places.resolve(query, options)),
    nearest: (point, options = {}) =>
      once(nearest, `${point.lat},${point.lng},${options.minPopulation},${options.withinKm}`, () =>
        places.nearest(point, options),
      ),
    isWithinRegion: (point, region) =>
      once(within, `${point.lat},${point.lng},${region.country},${region.admin1}`, () =>
        places.isWithinRegion(point, region),
      ),
    crossing: (from, to, options = {}) =>
      once(crossings, `${from.lat},${from.lng},${to.lat},${to.lng},${options.cars === true}`, () =>
        places.crossing(from, to, options),
      ),
  };
}

function once<Value>(known: Map<string, Value>, key: string, find: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined || known.has(key)) return before as Value;
  const value = find();
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(key, value);
  return value;
}
