import type { Extent } from './gazetteer/gazetteer.ts';
import type { PlaceKind } from './gazetteer/gazetteer-format.ts';
import { isOnGlobe, type Point } from './geo.ts';

/**
 * How a query matches a place: by its name, a nickname or English name, another name, its airport code, the region it
 * governs, or its name with a typo.
 */
export type PlaceMatch = 'name' | 'nickname' | 'alternate' | 'code' | 'region' | 'typo';

/** A place that a query may mean, and why. */
export interface PlaceCandidate extends Point {
  readonly name: string;
  /** The GeoNames code of the first-order division (US: the state's two letters); empty if unknown. */
  readonly admin1: string;
  /** The English name of that division, if known. */
  readonly region?: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** 0 if unknown. */
  readonly population: number;
  /** From the IANA time zone database, if known. */
  readonly timezone?: string;
  readonly kind?: PlaceKind;
  /** How well travellers know it, 0 to 100, if known. */
  readonly renown?: number;
  /** Its extent, if it is not a point. */
  readonly extent?: Extent;
  /** Its display name: as the user wrote it, or the region they named. */
  readonly shown?: string;
  readonly match: PlaceMatch;
  /** What the query says after a comma and no known place or region is called. Absent if there is nothing. */
  readonly unknownParts?: readonly string[];
  /** Why it is a candidate, in plain English. */
  readonly reason: string;
}

/** Countries that are called as their capital, and no larger than a visit to it. */
const CITY_COUNTRIES: ReadonlySet<string> = new Set(['DJ', 'KW', 'LU', 'MC', 'SG', 'SM', 'VA']);

/** Whether a place is a country whose capital has the same name: among other towns, the city is meant. */
export function isCityCountry({ match, country }: Pick<PlaceCandidate, 'match' | 'country'>): boolean {
  return match === 'region' && CITY_COUNTRIES.has(country);
}

/** Context besides the query. */
export interface ResolveOptions {
  /** Where the place is likely to be: a point, or the points of a route. */
  readonly near?: Point | readonly Point[];
  /** Only places in this country: ISO 3166-1 alpha-2, or its name. */
  readonly country?: string;
  /** The maximum number of candidates. Default: 10. */
  readonly limit?: number;
  /** Whether to search for names with a typo if nothing else matches. Default: true. */
  readonly typos?: boolean;
}

export const DEFAULT_LIMIT = 10;

/** The points of {@link ResolveOptions.near} that are on the globe. */
export function contextOf({ near }: ResolveOptions): readonly Point[] {
  if (near === undefined || near === null) return [];
  return (isRoute(near) ? near : [near]).filter(isOnGlobe);
}

function isRoute(near: Point | readonly Point[]): near is readonly Point[] {
  return Array.isArray(near);
}
