import { TripConfig } from '../../../../planners/trip/config.ts';
import type { ServiceOptions } from './services.ts';

/** What these options set up. */
export function configOf({ nominatim, photon, overpass, wikivoyage, osrm }: ServiceOptions): TripConfig {
  return TripConfig.parse({
    ...(nominatim && { placeService: 'nominatim', placeUrl: nominatim }),
    ...(photon && { placeService: 'photon', placeUrl: photon }),
    ...(overpass && { activityService: 'overpass', activityUrl: overpass }),
    ...(wikivoyage && { activityService: 'wikivoyage', activityUrl: wikivoyage }),
    ...(osrm && { routeService: 'osrm', routeUrl: osrm }),
  });
}
