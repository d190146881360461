import { z } from 'zod';
import { distanceKm, isOnGlobe, type Point } from '../places/geo.ts';
import { GeoService, type GeoServiceOptions } from '../places/services/geo-service.ts';
import { type ActivitySource, nearestOfEach } from './activity-source.ts';
import type { SightKind } from './sight.ts';
import type { NearSight } from './sights-near.ts';
import { type Listing, listingsOf } from './wikitext-listings.ts';

const nearbySchema = z.object({
  query: z.object({ geosearch: z.array(z.object({ title: z.string() })) }),
});

const pageSchema = z.union([
  z.object({ parse: z.object({ wikitext: z.string() }) }),
  z.object({ error: z.object({ code: z.string() }) }),
]);

const DEFAULT_WITHIN_KM = 25;
/** The maximum search radius of the service. */
const WIDEST_M = 10_000;

/** An {@link ActivitySource} that reads the "See" and "Do" listings of the nearest Wikivoyage article. */
export function wikivoyage(options: GeoServiceOptions): ActivitySource {
  const service = new GeoService('Wikivoyage', options);
  const common = { format: 'json', formatversion: 2 };
  return {
    name: 'Wikivoyage',
    near: async (point, wanted = {}) => {
      if (!isOnGlobe(point)) return [];
      const gscoord = `${point.lat}|${point.lng}`;
      const { query } = await service.ask('/w/api.php', nearbySchema, {
        query: { ...common, action: 'query', list: 'geosearch', gscoord, gsradius: WIDEST_M, gslimit: 1 },
      });
      const [article] = query.geosearch;
      if (article === undefined) return [];
      const page = await service.ask('/w/api.php', pageSchema, {
        query: { ...common, action: 'parse', page: article.title, prop: 'wikitext', redirects: 1 },
      });
      if ('error' in page) return [];
      const { withinKm = DEFAULT_WITHIN_KM } = wanted;
      const found = listingsOf(page.parse.wikitext).flatMap((listing) => sightOf(listing, point));
      return nearestOfEach(
        found.filter(({ km }) => km <= withinKm),
        wanted,
      );
    },
  };
}

/** A listing without coordinates is omitted, because it could be anywhere. */
function sightOf({ type, name, lat, lng }: Listing, from: Point): NearSight[] {
  if (!isOnGlobe({ lat, lng })) return [];
  return [{ title: name, kind: kindOf(type, name), lat, lng, km: distanceKm(from, { lat, lng }) }];
}

function kindOf(type: Listing['type'], name: string): SightKind {
  if (/museum|gallery/i.test(name)) return 'MUSEUM';
  if (/park|garden/i.test(name)) return 'PARK';
  if (/church|cathedral|temple|mosque|abbey/i.test(name)) return 'RELIGIOUS';
  return type === 'do' ? 'ENTERTAINMENT' : 'LANDMARK';
}
