import type { Itinerary } from '../itinerary/itinerary.ts';
import type { Point } from '../places/geo.ts';
import { activityPoint, activityText, escapeXml, outlineStops, tripTitle } from './trip-outline.ts';

/** The trip as GPX 1.1: its stops as a route, and stops and sights as waypoints. */
export function toGpx(itinerary: Itinerary): string {
  const stops = outlineStops(itinerary);
  const sights = itinerary.days.flatMap(({ activities }) =>
    activities.flatMap((activity) => {
      const point = activityPoint(activity);
      return point ? [{ point, title: activityText(activity) }] : [];
    }),
  );
  const waypoints = [
    ...stops.map(({ anchor, point, days }) =>
      pointElement('wpt', point, {
        name: anchor.name,
        desc: daysText(days.map(({ number }) => number)),
        type: 'stop',
      }),
    ),
    ...sights.map(({ point, title }) => pointElement('wpt', point, { name: title, type: 'sight' })),
  ];
  const route = stops.map(({ anchor, point }) => pointElement('rtept', point, { name: anchor.name }, '    '));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="wayfold" xmlns="http://www.topografix.com/GPX/1/1">',
    `  <metadata><name>${escapeXml(tripTitle(itinerary))}</name></metadata>`,
    ...waypoints,
    '  <rte>',
    `    <name>${escapeXml(tripTitle(itinerary))}</name>`,
    ...route,
    '  </rte>',
    '</gpx>',
    '',
  ].join('\n');
}

/** GPX requires longitudes below 180, so the antimeridian is at -180. */
function pointElement(
  tag: string,
  { lat, lng }: Point,
  fields: Readonly<Record<string, string>>,
  indent = '  ',
): string {
  const inner = Object.entries(fields)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `<${name}>${escapeXml(text)}</${name}>`)
    .join('');
  return `${indent}<${tag} lat="${decimal(lat)}" lon="${decimal(lng === 180 ? -180 : lng)}">${inner}</${tag}>`;
}

/** XML decimals have no exponent. */
function decimal(degrees: number): string {
  const written = String(degrees);
  return written.includes('e') ? degrees.toFixed(9) : written;
}

function daysText(numbers: readonly number[]): string {
  const [first] = numbers;
  if (first === undefined) return '';
  return numbers.length === 1 ? `Day ${first}` : `Days ${first} to ${numbers.at(-1)}`;
}
