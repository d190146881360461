import type { Corridor, PlaceAlong } from '../places/corridor.ts';
import type { Crossing, SeaCrossing } from '../places/crossing.ts';
import type { Point } from '../places/geo.ts';
import type { NamedRoute } from '../places/named-routes.ts';
import type { NearestOptions, NearPlace } from '../places/nearest-place.ts';
import type { PlaceCandidate, ResolveOptions } from '../places/place-candidate.ts';
import type { Area, AreaQuery, StopQuery } from '../places/region-places.ts';
import type { RegionName } from '../places/resolve/region-fit.ts';

/** The planner's knowledge of places, available synchronously. */
export interface PlaceKnowledge {
  /** The places that a text may mean, the most likely first. */
  resolve(query: string, options?: ResolveOptions): readonly PlaceCandidate[];
  /** The known place nearest to a point. */
  nearest(point: Point, options?: NearestOptions): NearPlace | undefined;
  /** The known places along a way, in the order of passing. */
  along(corridor: Corridor): readonly PlaceAlong[];
  /** Whether a point is in a country or division; undefined for an unknown region. */
  isWithinRegion(point: Point, region: RegionName): boolean | undefined;
  /** The country, division or region that a name means; undefined if it rather means a town, or nothing. */
  area?(name: string, query?: AreaQuery): Area | undefined;
  /** The places of a country or region most worth a visit, the best first; empty if it is not a region. */
  placesOf?(region: string, query?: AreaQuery): readonly PlaceCandidate[];
  /** The road, path, railway or circuit that a name means; undefined if it rather means something else. */
  route?(name: string): NamedRoute | undefined;
  /** The places around a point most worth a visit, the best first. */
  worthVisiting?(point: Point, query: StopQuery): readonly PlaceCandidate[];
  /**
   * The places that the names of one trip mean together: one result for each name, in order, undefined for an unknown
   * name. "Durango" beside "Mesa Verde" is the one in Colorado.
   */
  resolveTogether?(
    names: readonly string[],
    options?: ResolveOptions,
  ): readonly (PlaceCandidate | undefined)[];
  /** What lies between two points: whether one can drive, how far it is, and which ferries help. */
  crossing?(from: Point, to: Point, options?: { readonly cars?: boolean }): Crossing;
  /** The sea between two points: whether there is a road or bridge across, or else a ferry. */
  seaBetween?(from: Point, to: Point): SeaCrossing;
  /** Whether a place has no trains, whatever its country has. */
  isWithoutTrains?(point: Point): boolean;
  /** Whether the sea is near. */
  isByTheSea?(point: Point): boolean;
}

/** Knows no places, and accepts coordinates unchanged. */
export const NO_PLACES: PlaceKnowledge = {
  resolve: () => [],
  nearest: () => undefined,
  along: () => [],
  isWithinRegion: () => undefined,
};

/** The maximum number of cached answers of each kind; the cache is then cleared. */
const MAX_REMEMBERED = 20_000;
/** A strip has hundreds of places. */
const MAX_CORRIDORS = 200;

/** The same knowledge with a cache: one turn asks the same many times. */
export function withCache(places: PlaceKnowledge): PlaceKnowledge {
  if (places === NO_PLACES) return places;
  const resolved = new Map<string, readonly PlaceCandidate[]>();
  const nearest = new Map<string, NearPlace | undefined>();
  const within = new Map<string, boolean | undefined>();
  const strips = new Map<string, readonly PlaceAlong[]>();
  const seas = new Map<string, SeaCrossing>();
  const crossings = new Map<string, Crossing>();
  const { seaBetween, crossing } = places;
  return {
    ...places,
    along: (corridor) => once(strips, JSON.stringify(corridor), () => places.along(corridor), MAX_CORRIDORS),
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
    ...(crossing && {
      crossing: (from: Point, to: Point, options: { readonly cars?: boolean } = {}) =>
        once(crossings, `${from.lat},${from.lng},${to.lat},${to.lng},${options.cars}`, () =>
          crossing(from, to, options),
        ),
    }),
    ...(seaBetween && {
      seaBetween: (from: Point, to: Point) =>
        once(seas, `${from.lat},${from.lng},${to.lat},${to.lng}`, () => seaBetween(from, to)),
    }),
  };
}

function once<Value>(
  known: Map<string, Value>,
  key: string,
  find: () => Value,
  most = MAX_REMEMBERED,
): Value {
  const before = known.get(key);
  if (before !== undefined || known.has(key)) return before as Value;
  const value = find();
  if (known.size >= most) known.clear();
  known.set(key, value);
  return value;
}
