import { z } from 'zod';
import { distanceKm, isOnGlobe, type Point } from '../places/geo.ts';
import { GeoService, type GeoServiceOptions } from '../places/services/geo-service.ts';
import { type ActivitySource, nearestOfEach } from './activity-source.ts';
import type { SightKind } from './sight.ts';
import type { NearSight } from './sights-near.ts';

const elementSchema = z.object({
  lat: z.number().optional(),
  lon: z.number().optional(),
  center: z.object({ lat: z.number(), lon: z.number() }).optional(),
  tags: z.record(z.string(), z.string()).optional(),
});

const answerSchema = z.object({ elements: z.array(elementSchema) });

type Tags = Readonly<Record<string, string>>;

const KIND_OF_TOURISM: Readonly<Record<string, SightKind>> = {
  museum: 'MUSEUM',
  gallery: 'MUSEUM',
  viewpoint: 'VIEWPOINT',
  zoo: 'ENTERTAINMENT',
  aquarium: 'ENTERTAINMENT',
  theme_park: 'ENTERTAINMENT',
  attraction: 'LANDMARK',
};

const DEFAULT_WITHIN_KM = 15;
const WIDEST_KM = 50;
const MAX_ELEMENTS = 200;

/** An {@link ActivitySource} that queries an Overpass server for named sights in OpenStreetMap. */
export function overpass(options: GeoServiceOptions): ActivitySource {
  const service = new GeoService('Overpass', options);
  return {
    name: 'Overpass',
    near: async (point, query = {}) => {
      if (!isOnGlobe(point)) return [];
      const data = question(point, Math.min(query.withinKm ?? DEFAULT_WITHIN_KM, WIDEST_KM));
      const { elements } = await service.ask('/interpreter', answerSchema, { form: { data } });
      return nearestOfEach(
        elements.flatMap((element) => sightOf(element, point)),
        query,
      );
    },
  };
}

function question({ lat, lng }: Point, withinKm: number): string {
  const around = `(around:${Math.round(withinKm * 1000)},${lat},${lng})`;
  const tourism = Object.keys(KIND_OF_TOURISM).join('|');
  return `[out:json][timeout:10];(nwr${around}["tourism"~"^(${tourism})$"]["name"];nwr${around}["historic"]["name"]["wikidata"];);out center ${MAX_ELEMENTS};`;
}

function sightOf(element: z.infer<typeof elementSchema>, from: Point): NearSight[] {
  const { lat = element.center?.lat, lon: lng = element.center?.lon, tags = {} } = element;
  const title = tags['name:en'] ?? tags.name;
  if (lat === undefined || lng === undefined || title === undefined || !isOnGlobe({ lat, lng })) return [];
  return [{ title, kind: kindOf(tags), lat, lng, km: distanceKm(from, { lat, lng }) }];
}

function kindOf({ tourism = '', historic }: Tags): SightKind {
  if (historic !== undefined) return 'HISTORIC';
  return (Object.hasOwn(KIND_OF_TOURISM, tourism) && KIND_OF_TOURISM[tourism]) || 'LANDMARK';
}
