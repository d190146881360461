import type { Gazetteer } from '../gazetteer/gazetteer.ts';
import { isSettlement } from '../gazetteer/gazetteer-format.ts';
import type { Region } from '../gazetteer/region-names.ts';
import { distanceKm, type Point } from '../geo.ts';

/** A country, a first-order division of it, or both: codes or names. */
export interface RegionName {
  readonly country?: string | undefined;
  readonly admin1?: string | undefined;
}

/** Coordinates farther than this from every known place are wrong rather than remote. */
export const TRUSTED_KM = 300;
/** The data has no borders: the nearest place of the region may be this much farther away than the nearest of all. */
const BORDER_KM = 50;

/**
 * Whether a point is in a region, as far as the known places around it tell; undefined for an unknown region. Near a
 * border it is on both sides.
 */
export function isWithinRegionIn(gazetteer: Gazetteer, point: Point, name: RegionName): boolean | undefined {
  const regions = regionsOf(gazetteer, name);
  if (regions.length === 0) return undefined;
  // A park may extend across a border, so only settlements show the side.
  const isTown = (place: number) => isSettlement(gazetteer.kindOf(place));
  const [nearest] = gazetteer.near(point, { limit: 1, withinKm: TRUSTED_KM, where: isTown });
  if (nearest === undefined) return false;
  const isInside = (place: number) => {
    const division = gazetteer.regionOf(place);
    return regions.some((region) => gazetteer.regions.isWithin(division, region));
  };
  if (isInside(nearest)) return true;
  const km = distanceKm(point, gazetteer.pointOf(nearest));
  const withinKm = Math.min(TRUSTED_KM, Math.max(2 * km, km + BORDER_KM));
  return gazetteer.near(point, { limit: 1, withinKm, where: isInside }).length > 0;
}

function regionsOf({ regions }: Gazetteer, { country = '', admin1 = '' }: RegionName): readonly Region[] {
  if (country.trim() === '') {
    return admin1.trim() === '' ? [] : regions.find(admin1).filter(({ type }) => type === 'division');
  }
  const countries = regions.findCountries(country);
  if (admin1.trim() === '') return countries.map((index) => ({ type: 'country', index }));
  return regions.findDivisions(countries, admin1.trim());
}
