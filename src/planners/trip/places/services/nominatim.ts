import { z } from 'zod';
import type { Gazetteer } from '../gazetteer/gazetteer.ts';
import { nameKey } from '../gazetteer/name-key.ts';
import { distanceKm, isOnGlobe, type Point, wrapLng } from '../geo.ts';
import { contextOf, DEFAULT_LIMIT, type PlaceCandidate } from '../place-candidate.ts';
import type { PlaceResolver } from '../place-resolver.ts';
import { GeoService, type GeoServiceOptions } from './geo-service.ts';

/** A service, and the gazetteer for converting its names of divisions to GeoNames codes. */
export interface PlaceServiceOptions extends GeoServiceOptions {
  readonly gazetteer?: Gazetteer;
}

const resultSchema = z.object({
  lat: z.coerce.number(),
  lon: z.coerce.number(),
  name: z.string(),
  display_name: z.string(),
  address: z
    .object({
      country_code: z.string().optional(),
      state: z.string().optional(),
      'ISO3166-2-lvl4': z.string().optional(),
    })
    .optional(),
  extratags: z.object({ population: z.string().optional() }).nullish(),
});

type Result = z.infer<typeof resultSchema>;

const reverseSchema = z.union([resultSchema, z.object({ error: z.unknown() })]);

/** Half the width of the box that Nominatim searches first. */
const NEAR_DEGREES = 2;

/** A {@link PlaceResolver} that queries a Nominatim server. */
export function nominatim(options: PlaceServiceOptions): PlaceResolver {
  const service = new GeoService('Nominatim', options);
  const common = { format: 'jsonv2', addressdetails: 1, extratags: 1, 'accept-language': 'en' };
  return {
    name: 'Nominatim',
    resolve: async (query, asked = {}) => {
      if (query.trim() === '') return [];
      const [near] = contextOf(asked);
      const found = await service.ask('/search', z.array(resultSchema), {
        query: {
          ...common,
          q: query,
          limit: asked.limit ?? DEFAULT_LIMIT,
          countrycodes: asked.country?.toLowerCase(),
          viewbox: near && viewBox(near),
        },
      });
      return found.filter(isUsable).map((result) => candidate(query, result, options.gazetteer));
    },
    nearest: async (point) => {
      if (!isOnGlobe(point)) return undefined;
      const query = { ...common, lat: point.lat, lon: point.lng, zoom: 10 };
      const found = await service.ask('/reverse', reverseSchema, { query });
      if ('error' in found || !isUsable(found)) return undefined;
      const place = placeOf(found, options.gazetteer);
      return { ...place, km: distanceKm(point, place) };
    },
  };
}

function candidate(query: string, result: Result, gazetteer: Gazetteer | undefined): PlaceCandidate {
  const place = placeOf(result, gazetteer);
  const isName = nameKey(query.split(',')[0] ?? '') === nameKey(place.name);
  return { ...place, match: isName ? 'name' : 'alternate', reason: `Nominatim: ${result.display_name}` };
}

function placeOf(
  { lat, lon, name, display_name, address, extratags }: Result,
  gazetteer: Gazetteer | undefined,
) {
  const country = address?.country_code?.toUpperCase() ?? '';
  const state = address?.state;
  const [, letters = ''] = address?.['ISO3166-2-lvl4']?.split('-') ?? [];
  const code = gazetteer?.regions.codeOf(country, ...(state === undefined ? [] : [state]), letters);
  const population = Number(extratags?.population?.replaceAll(/[ ,]/g, '') ?? 0);
  return {
    name: name === '' ? (display_name.split(',')[0] ?? '') : name,
    admin1: code ?? letters,
    ...(state === undefined ? {} : { region: state }),
    country,
    lat,
    lng: lon,
    population: Number.isFinite(population) ? population : 0,
  };
}

function isUsable({ lat, lon }: Result): boolean {
  return isOnGlobe({ lat, lng: lon });
}

function viewBox({ lat, lng }: Point): string {
  const [north, south] = [Math.min(90, lat + NEAR_DEGREES), Math.max(-90, lat - NEAR_DEGREES)];
  return [wrapLng(lng - NEAR_DEGREES), north, wrapLng(lng + NEAR_DEGREES), south].join(',');
}
