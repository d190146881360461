import type { Gazetteer, Place } from './gazetteer/gazetteer.ts';
import { distanceKm, type Point } from './geo.ts';

/** A place and how far away it is. */
export interface NearPlace extends Place {
  readonly km: number;
}

/** Which places count. */
export interface NearestOptions {
  readonly minPopulation?: number;
  /** Nothing farther away than this. */
  readonly withinKm?: number;
}

/** The known place that is nearest to a point, if there is one. A point that is not on the globe has none. */
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
