import { dateText } from '../itinerary/date-text.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import type { Point } from '../places/geo.ts';
import type { Roads } from '../routes/roads.ts';
import {
  activityPoint,
  activityText,
  escapeXml,
  outlineStops,
  routeLines,
  tripTitle,
} from './trip-outline.ts';

/** The trip as KML 2.2: folders of stops and sights, and the route on the ground. */
export function toKml(itinerary: Itinerary, roads?: Roads): string {
  const stops = outlineStops(itinerary).map(({ anchor, point, days }) => {
    const lines = days.flatMap(({ number, date, activities }) => [
      `Day ${number}${date ? `, ${dateText(date)}` : ''}`,
      ...activities.map((activity) => `- ${activityText(activity)}`),
    ]);
    return placemark(anchor.name, lines.join('\n'), pointGeometry(point));
  });
  const sights = itinerary.days.flatMap(({ activities, number }) =>
    activities.flatMap((activity) => {
      const point = activityPoint(activity);
      return point ? [placemark(activityText(activity), `Day ${number}`, pointGeometry(point))] : [];
    }),
  );
  const lines = routeLines(itinerary, roads).map(
    (line) =>
      `<LineString><tessellate>1</tessellate><coordinates>${line.map(coordinates).join(' ')}</coordinates></LineString>`,
  );
  const route =
    lines.length === 0 ? [] : [placemark('Route', '', `<MultiGeometry>${lines.join('')}</MultiGeometry>`)];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2">',
    '<Document>',
    `<name>${escapeXml(tripTitle(itinerary))}</name>`,
    '<Folder><name>Stops</name>',
    ...stops,
    '</Folder>',
    '<Folder><name>Sights</name>',
    ...sights,
    '</Folder>',
    ...route,
    '</Document>',
    '</kml>',
    '',
  ].join('\n');
}

function placemark(name: string, description: string, geometry: string): string {
  const described = description === '' ? '' : `<description>${escapeXml(description)}</description>`;
  return `<Placemark><name>${escapeXml(name)}</name>${described}${geometry}</Placemark>`;
}

function pointGeometry(point: Point): string {
  return `<Point><coordinates>${coordinates(point)}</coordinates></Point>`;
}

function coordinates({ lat, lng }: Point): string {
  return `${lng},${lat}`;
}
