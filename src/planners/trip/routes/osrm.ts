import { z } from 'zod';
import { GeoService, type GeoServiceOptions } from '../places/services/geo-service.ts';
import type { Router } from './router.ts';
import { greatCircleRoute, totalOf } from './router.ts';

const answerSchema = z.discriminatedUnion('code', [
  z.object({
    code: z.literal('Ok'),
    routes: z
      .array(
        z.object({
          legs: z.array(z.object({ distance: z.number(), duration: z.number() })),
          geometry: z.object({ coordinates: z.array(z.tuple([z.number(), z.number()])) }),
        }),
      )
      .min(1),
  }),
  z.object({ code: z.enum(['NoRoute', 'NoSegment']) }),
]);

/** A {@link Router} that queries an OSRM server for driving routes. */
export function osrm(options: GeoServiceOptions & { readonly profile?: string }): Router {
  const service = new GeoService('OSRM', options);
  const { profile = 'driving' } = options;
  return {
    name: 'OSRM',
    route: async (points) => {
      if (points.length < 2) return greatCircleRoute(points);
      const coordinates = points.map(({ lat, lng }) => `${lng},${lat}`).join(';');
      const answer = await service.ask(`/route/v1/${profile}/${coordinates}`, answerSchema, {
        query: { overview: 'simplified', geometries: 'geojson' },
        // Status 400 means that there is no road.
        accepts: (status) => status === 200 || status === 400,
      });
      if (answer.code !== 'Ok') return undefined;
      const [route] = answer.routes;
      if (route === undefined) return undefined;
      const legs = route.legs.map(({ distance, duration }) => ({
        km: distance / 1000,
        hours: duration / 3600,
      }));
      const line = route.geometry.coordinates.map(([lng, lat]) => ({ lat, lng }));
      return { ...totalOf(legs), legs, line, basis: 'roads' };
    },
  };
}
