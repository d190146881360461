import type { Itinerary } from '../itinerary/itinerary.ts';
import { usablePoint } from '../itinerary/itinerary-view.ts';
import type { Point } from '../places/geo.ts';
import type { Roads } from '../routes/roads.ts';
import { activityPoint, routeLines, tripTitle } from './trip-outline.ts';

/** The trip as GeoJSON (RFC 7946): stops and sights as points, the route as lines. Stops carry their days. */
export function toGeoJson(itinerary: Itinerary, roads?: Roads): string {
  const stops = itinerary.anchors.map((anchor, order) => {
    const { id, name, admin1, country, area, nights, by, locked } = anchor;
    const point = usablePoint(anchor);
    const days = itinerary.days.filter(({ anchorId }) => anchorId === id);
    const properties = { type: 'stop', order, id, name, admin1, country, area, nights, by, locked, days };
    if (point) return feature('Point', position(point), properties);
    // Its location is unknown: RFC 7946 allows such features, and an import restores it.
    const { lat, lng } = anchor;
    return { type: 'Feature', properties: { ...properties, lat, lng }, geometry: null };
  });
  const sights = itinerary.days.flatMap(({ activities, number }) =>
    activities.flatMap((activity) => {
      const point = activityPoint(activity);
      if (!point) return [];
      const { title, kind } = activity;
      return [feature('Point', position(point), { type: 'sight', name: title, kind, day: number })];
    }),
  );
  const lines = routeLines(itinerary, roads);
  const route =
    lines.length === 0
      ? []
      : [
          feature(
            'MultiLineString',
            lines.map((line) => line.map(position)),
            { type: 'route' },
          ),
        ];
  const { id, mode, roundTrip, tour, along, origin, destination } = itinerary;
  return `${JSON.stringify(
    {
      type: 'FeatureCollection',
      name: tripTitle(itinerary),
      trip: { id, mode, roundTrip, tour, along, origin, destination },
      features: [...stops, ...sights, ...route],
    },
    undefined,
    2,
  )}\n`;
}

function feature(type: string, coordinates: unknown, properties: Readonly<Record<string, unknown>>): object {
  return { type: 'Feature', properties, geometry: { type, coordinates } };
}

function position({ lat, lng }: Point): [number, number] {
  return [lng, lat];
}
