import type { Extent } from './gazetteer/gazetteer.ts';
import type { PlaceKind } from './gazetteer/gazetteer-format.ts';
import { isOnGlobe, type Point } from './geo.ts';

/**
 * How a query fits a place: it is its name, a nickname or its English name, another of its names, the code of its
 * airport, the region it governs, or its name but for one letter.
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
  /** Why it is a candidate, in plain English. */
  readonly reason: string;
}

/** What is known beside the query. */
export interface ResolveOptions {
  /** Where the place is likely to be: a point, or the points of a route. */
  readonly near?: Point | readonly Point[];
  /** Only places of this country: ISO 3166-1 alpha-2, or a name of it. */
  readonly country?: string;
  /** How many candidates at most; 10 unless told. */
  readonly limit?: number;
  /** Whether names that are one letter off are looked for when nothing else fits. They are unless told. */
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
