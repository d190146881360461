import { TripConfig } from '../../../../planners/trip/config.ts';

/** The addresses of services that a command may use. */
export interface ServiceOptions {
  readonly nominatim?: string;
  readonly photon?: string;
  readonly overpass?: string;
  readonly wikivoyage?: string;
  readonly osrm?: string;
}

/** The setup with these services. */
export function configOf({ nominatim, photon, overpass, wikivoyage, osrm }: ServiceOptions): TripConfig {
  return TripConfig.parse({
    ...(nominatim && { placeService: 'nominatim', placeUrl: nominatim }),
    ...(photon && { placeService: 'photon', placeUrl: photon }),
    ...(overpass && { activityService: 'overpass', activityUrl: overpass }),
    ...(wikivoyage && { activityService: 'wikivoyage', activityUrl: wikivoyage }),
    ...(osrm && { routeService: 'osrm', routeUrl: osrm }),
  });
}
