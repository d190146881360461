import { z } from 'zod';
import type { Gazetteer } from '../gazetteer/gazetteer.ts';
import { nameKey } from '../gazetteer/name-key.ts';
import { distanceKm, isOnGlobe } from '../geo.ts';
import { contextOf, DEFAULT_LIMIT, type PlaceCandidate } from '../place-candidate.ts';
import type { PlaceResolver } from '../place-resolver.ts';
import { GeoService } from './geo-service.ts';
import type { PlaceServiceOptions } from './nominatim.ts';

const featureSchema = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]).rest(z.number()) }),
  properties: z.object({
    name: z.string().optional(),
    state: z.string().optional(),
    country: z.string().optional(),
    countrycode: z.string().optional(),
  }),
});

type Feature = z.infer<typeof featureSchema>;

const answerSchema = z.object({ features: z.array(featureSchema) });

/** A {@link PlaceResolver} that queries a Photon server. */
export function photon(options: PlaceServiceOptions): PlaceResolver {
  const service = new GeoService('Photon', options);
  return {
    name: 'Photon',
    resolve: async (query, asked = {}) => {
      if (query.trim() === '') return [];
      const [near] = contextOf(asked);
      const limit = asked.limit ?? DEFAULT_LIMIT;
      const { features } = await service.ask('/api', answerSchema, {
        query: { q: query, limit, lang: 'en', lat: near?.lat, lon: near?.lng },
      });
      const country = asked.country?.toUpperCase();
      return features
        .filter(isUsable)
        .map((feature) => candidate(query, feature, options.gazetteer))
        .filter((found) => country === undefined || found.country === country)
        .slice(0, limit);
    },
    nearest: async (point) => {
      if (!isOnGlobe(point)) return undefined;
      const query = { lat: point.lat, lon: point.lng, limit: 1, lang: 'en' };
      const { features } = await service.ask('/reverse', answerSchema, { query });
      const [found] = features.filter(isUsable);
      if (found === undefined) return undefined;
      const place = placeOf(found, options.gazetteer);
      return { ...place, km: distanceKm(point, place) };
    },
  };
}

function candidate(query: string, feature: Feature, gazetteer: Gazetteer | undefined): PlaceCandidate {
  const place = placeOf(feature, gazetteer);
  const isName = nameKey(query.split(',')[0] ?? '') === nameKey(place.name);
  const { name, state, country } = feature.properties;
  const where = [name, state, country].filter((part) => part !== undefined).join(', ');
  return { ...place, match: isName ? 'name' : 'alternate', reason: `Photon: ${where}` };
}

function placeOf({ geometry, properties }: Feature, gazetteer: Gazetteer | undefined) {
  const [lng, lat] = geometry.coordinates;
  const { name = '', state, countrycode } = properties;
  const country = countrycode?.toUpperCase() ?? '';
  const code = state === undefined ? undefined : gazetteer?.regions.codeOf(country, state);
  return {
    name,
    admin1: code ?? '',
    ...(state === undefined ? {} : { region: state }),
    country,
    lat,
    lng,
    population: 0,
  };
}

function isUsable({ geometry, properties }: Feature): boolean {
  const [lng, lat] = geometry.coordinates;
  return isOnGlobe({ lat, lng }) && (properties.name ?? '') !== '';
}
