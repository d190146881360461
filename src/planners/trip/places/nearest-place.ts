import type { Gazetteer, Place } from './gazetteer/gazetteer.ts';
import { distanceKm, type Point } from './geo.ts';

/** A place and its distance. */
export interface NearPlace extends Place {
  readonly km: number;
}

/** A filter for places. */
export interface NearestOptions {
  readonly minPopulation?: number;
  /** The maximum distance. */
  readonly withinKm?: number;
}

/** The known place nearest to a point, if any. A point that is not on the globe has none. */
export function nearestIn(
  gazetteer: Gazetteer,
  point: Point,
  { minPopulation = 0, withinKm = Number.POSITIVE_INFINITY }: NearestOptions = {},
): NearPlace | undefined {
  const where = (place: number) => gazetteer.populationOf(place) >= minPopulation;
  const [found] = gazetteer.near(point, { limit: 1, withinKm, ...(minPopulation > 0 ? { where } : {}) });
  if (found === undefined) return undefined;
  const place = gazetteer.place(found);
  return { ...place, km: distanceKm(point, place) };
}
