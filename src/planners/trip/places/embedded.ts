import { type Corridor, type PlaceAlong, placesAlongIn } from './corridor.ts';
import { embeddedGazetteer } from './gazetteer-file.ts';
import type { Point } from './geo.ts';
import { type NearestOptions, type NearPlace, nearestIn } from './nearest-place.ts';
import type { PlaceCandidate, ResolveOptions } from './place-candidate.ts';
import { isWithinRegionIn, type RegionName } from './region-fit.ts';
import { resolveIn } from './resolve-place.ts';

/**
 * The places that a text may mean, by the gazetteer that comes with Wayfold, the likeliest first: "Kingman, AZ",
 * "Paris Texas", "München", "NYC", "東京". Empty when nothing fits, and for what is
 * no text. A point instead of options is where it is likely to be.
 */
export function resolvePlace(query: string, options?: ResolveOptions | Point | null): PlaceCandidate[] {
  if (typeof query !== 'string') return [];
  return resolveIn(embeddedGazetteer(), query, options ?? {});
}

/** The known place that is nearest to a point, and how far away it is. */
export function nearestPlace(point: Point, options: NearestOptions = {}): NearPlace | undefined {
  return nearestIn(embeddedGazetteer(), point, options);
}

/** The known places in a strip along a way, in the order in which they are passed. */
export function placesAlong(corridor: Corridor): PlaceAlong[] {
  return placesAlongIn(embeddedGazetteer(), corridor);
}

/** Whether a point lies in a country or a division of it; undefined when there is no such region. */
export function isWithinRegion(point: Point, region: RegionName): boolean | undefined {
  return isWithinRegionIn(embeddedGazetteer(), point, region);
}
