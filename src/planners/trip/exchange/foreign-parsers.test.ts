import { gpx, kml } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { generateItinerary } from '../generate/generate-itinerary.ts';
import { exportTrip } from './export-trip.ts';

/** Read by programs that are not ours: a calendar library, and a library that turns map files into GeoJSON. */
const trip = generateItinerary({
  origin: { name: 'Munich' },
  destination: { name: 'Rome' },
  via: [{ name: 'Venice' }],
  skip: [],
  days: 5,
  startDate: '2026-06-29',
  mode: 'road',
  roundTrip: false,
  interests: [],
  keep: [],
});
const awkward = {
  ...trip,
  anchors: trip.anchors.with(1, { ...first(), name: `Caf\u00e9 & <b>"Bar"</b>, 'x'; \\ y` }),
};
const names = awkward.anchors.map(({ name }) => name);

function first() {
  const [, stop] = trip.anchors;
  if (stop === undefined) throw new Error('The trip has no stop.');
  return stop;
}

const Features = z.object({
  features: z.array(
    z.object({
      geometry: z.looseObject({ type: z.string(), coordinates: z.unknown().optional() }),
      properties: z.looseObject({ name: z.string().optional(), type: z.string().optional() }),
    }),
  ),
});

function documentOf(xml: string) {
  const problems: string[] = [];
  const parser = new DOMParser({
    onError: (level: string, message: string) => problems.push(`${level}: ${message}`),
  });
  const parsed = parser.parseFromString(xml, 'text/xml');
  expect(problems).toEqual([]);
  return parsed as unknown as Document;
}

describe('parsers of other programs', () => {
  it('read one event a day from a calendar, with its date and place', () => {
    const calendar = new ICAL.Component(ICAL.parse(exportTrip(awkward, 'ics')));
    const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
    expect(events.map(({ startDate }) => startDate.toString())).toEqual([
      '2026-06-29',
      '2026-06-30',
      '2026-07-01',
      '2026-07-02',
      '2026-07-03',
    ]);
    for (const [at, event] of events.entries()) {
      expect(event.duration.toSeconds()).toBe(86_400);
      expect(event.summary).toMatch(new RegExp(`^Day ${at + 1}: `));
    }
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(5);
    expect(events.some(({ summary }) => summary.includes(`Caf\u00e9 & <b>"Bar"</b>, 'x'; \\ y`))).toBe(true);
  });

  it('read the route through all stops from GPX, and a waypoint for each', () => {
    const { features } = Features.parse(gpx(documentOf(exportTrip(awkward, 'gpx'))));
    const route = features.find(({ geometry }) => geometry.type === 'LineString');
    expect(route?.geometry).toMatchObject({ coordinates: awkward.anchors.map(({ lat, lng }) => [lng, lat]) });
    const stops = features.filter(({ properties }) => properties.type === 'stop');
    expect(stops.map(({ properties }) => properties.name)).toEqual(names);
  });

  it('read a placemark for each stop from KML, and the route as lines', () => {
    const { features } = Features.parse(kml(documentOf(exportTrip(awkward, 'kml'))));
    const points = features.filter(({ geometry }) => geometry.type === 'Point');
    expect(points.slice(0, names.length).map(({ properties }) => properties.name)).toEqual(names);
    const route = features.find(({ properties }) => properties.name === 'Route');
    expect(JSON.stringify(route?.geometry)).toContain('LineString');
  });
});
