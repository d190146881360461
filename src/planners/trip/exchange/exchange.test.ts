import { describe, expect, it } from 'vitest';
import { anchor, day, ROUTE_66, tripOf } from '../../../../test/trip-fixture.ts';
import { evaluatePlannerState } from '../evaluate.ts';
import { generateItinerary } from '../generate/generate-itinerary.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { embeddedPlaces } from '../knowledge/embedded-knowledge.ts';
import { exportTrip, TRIP_EXPORT_FORMATS } from './export-trip.ts';
import { importFormatOf, importTrip } from './import-trip.ts';
import { readXml } from './read-xml.ts';

const trip = generateItinerary({
  origin: { name: 'Los Angeles' },
  destination: { name: 'Flagstaff' },
  via: [{ name: 'Las Vegas' }],
  skip: [],
  days: 3,
  startDate: '2026-06-01',
  mode: 'road',
  roundTrip: false,
  interests: [],
  keep: [],
});
const names = ({ anchors }: Itinerary) => anchors.map(({ name }) => name);

/** Names that every format has to take care of. */
const AWKWARD = `A & B <i>"'\u0007]]> # *x* | ; , \\n`;
const awkward = tripOf([
  anchor('a', AWKWARD, [10, 179.5]),
  anchor('b', 'Second', [12, -179.5]),
  anchor('c', 'Third', [14, -178]),
]);

describe('exports', () => {
  it('Markdown has a heading per day and a line per activity', () => {
    const anchors = ROUTE_66.anchors.slice(0, 2);
    const days = [day(1, 'la', 1, { date: '2026-06-01' }), day(2, 'kingman', 0, { travelOnly: true })];
    expect(exportTrip({ ...ROUTE_66, anchors, days }, 'md')).toBe(
      [
        '# Los Angeles to Chicago',
        '',
        '## Day 1, Mon, Jun 1, 2026: Los Angeles',
        '',
        '- Thing 1',
        '',
        '## Day 2: Los Angeles to Kingman',
        '',
        'About 530 km of driving.',
        '',
        'A day for travelling.',
        '',
      ].join('\n'),
    );
  });

  it('Markdown labels a general suggestion', () => {
    const generic = { id: 'g', title: 'Walk through the centre', kind: 'NEIGHBOURHOOD', generic: true };
    const first = { ...day(1, 'la'), activities: [generic] };
    const text = exportTrip({ ...ROUTE_66, days: ROUTE_66.days.with(0, first) }, 'md');
    expect(text).toContain('- Walk through the centre (general suggestion)');
  });

  it('the printable page loads nothing and escapes its text', () => {
    const page = exportTrip(awkward, 'html');
    expect(page).not.toMatch(/<i>|src=|href=|<script/);
    expect(page).toContain('A &amp; B &lt;i&gt;');
  });

  it('a calendar needs dates, or a first date to count from', () => {
    expect(() => exportTrip(ROUTE_66, 'ics')).toThrow(
      expect.objectContaining({ code: 'trip-without-dates' }),
    );
    expect(exportTrip(ROUTE_66, 'ics', { startDate: '2026-12-31' })).toContain('DTSTART;VALUE=DATE:20270101');
  });

  it('every format handles unusual names, missing places and an empty trip', () => {
    const empty = { ...ROUTE_66, anchors: [], days: [] };
    const lost = tripOf([anchor('a', 'Nowhere', [95, 0])]);
    for (const format of TRIP_EXPORT_FORMATS) {
      for (const each of [awkward, empty, lost]) {
        expect(typeof exportTrip(each, format, { startDate: '2026-06-01' })).toBe('string');
      }
    }
  });

  it('GeoJSON cuts the route where it crosses the antimeridian', () => {
    const { features } = JSON.parse(exportTrip(awkward, 'geojson'));
    const route = features.find(
      ({ properties }: { properties: { type: string } }) => properties.type === 'route',
    );
    expect(route.geometry.type).toBe('MultiLineString');
    expect(route.geometry.coordinates).toHaveLength(2);
    for (const line of route.geometry.coordinates) {
      for (const [at, [lng]] of line.entries()) {
        if (at > 0) expect(Math.abs(lng - line[at - 1][0])).toBeLessThan(10);
      }
    }
  });
});

describe('imports', () => {
  it.each(['gpx', 'kml', 'geojson'] as const)('%s restores the exported stops', (format) => {
    const back = importTrip(exportTrip(trip, format), format, embeddedPlaces);
    expect(names(back)).toEqual(names(trip));
    for (const [at, stop] of back.anchors.entries()) {
      expect(stop.lat).toBeCloseTo(trip.anchors[at]?.lat ?? 0, 5);
      expect(stop.lng).toBeCloseTo(trip.anchors[at]?.lng ?? 0, 5);
    }
  });

  it('GeoJSON restores a whole trip, with ids and locks', () => {
    const [first, second] = trip.anchors;
    const whole: Itinerary = {
      ...trip,
      anchors: trip.anchors.map((anchor) =>
        anchor === second ? { ...anchor, locked: true, by: 'train' as const } : anchor,
      ),
      // The first stop once more, at the end.
      days: [...trip.days, { number: trip.days.length + 1, anchorId: first?.id ?? '', activities: [] }],
    };
    expect(importTrip(exportTrip(whole, 'geojson'), 'geojson', embeddedPlaces)).toEqual(whole);
  });

  it('GeoJSON keeps a stop without a valid position for repair', () => {
    const broken: Itinerary = {
      ...trip,
      anchors: trip.anchors.map((anchor, at) => (at === 1 ? { ...anchor, lat: 95 } : anchor)),
    };
    expect(importTrip(exportTrip(broken, 'geojson'), 'geojson', embeddedPlaces)).toEqual(broken);
  });

  it('a calendar has event ids that are unique to the trip', () => {
    const uids = (itinerary: Itinerary, startDate: string) =>
      [...exportTrip(itinerary, 'ics', { startDate }).matchAll(/^UID:(.+)$/gm)].map(([, uid]) => uid);
    const { id: _, ...unnamed } = trip;
    const [one, later] = [uids(unnamed, '2027-05-01'), uids(unnamed, '2027-06-01')];
    expect(new Set([...one, ...later]).size).toBe(one.length * 2);
    expect(uids(unnamed, '2027-05-01')).toEqual(one);
  });

  it('unusual names are preserved', () => {
    for (const format of ['gpx', 'kml', 'geojson'] as const) {
      const [first] = names(importTrip(exportTrip(awkward, format), format, embeddedPlaces));
      expect(first).toBe(format === 'geojson' ? AWKWARD : AWKWARD.replace('\u0007', ''));
    }
  });

  it('a track without names becomes stops named after nearby places', () => {
    const track = Array.from({ length: 60 }, (_, at) => {
      const lat = 34.05 + ((41.85 - 34.05) * at) / 59;
      const lng = -118.24 + ((-87.65 + 118.24) * at) / 59;
      return `<trkpt lat="${lat}" lon="${lng}"><ele>1</ele></trkpt>`;
    });
    const gpx = `<?xml version="1.0"?><gpx><trk><trkseg>${track.join('')}</trkseg></trk></gpx>`;
    const imported = importTrip(gpx, 'gpx', embeddedPlaces);
    expect(imported.anchors.length).toBeGreaterThan(5);
    expect(imported.anchors.length).toBeLessThan(12);
    expect(imported.anchors.every(({ name }) => name !== '')).toBe(true);
    const fatal = evaluatePlannerState({}, imported).filter(({ severity }) => severity === 'FATAL');
    expect(fatal).toEqual([]);
  });

  it('files of other programs are read', () => {
    const kml = `\ufeff<?xml version="1.0" encoding="UTF-8"?>
      <!-- made elsewhere -->
      <kml:kml xmlns:kml="http://www.opengis.net/kml/2.2"><kml:Document>
        <kml:Placemark><kml:name><![CDATA[Caf\u00e9 & Bar]]></kml:name>
          <kml:Point><kml:coordinates> 2.3522,48.8566,0 </kml:coordinates></kml:Point></kml:Placemark>
        <kml:Placemark><kml:name>Lyon &#x26; more</kml:name>
          <kml:Point><kml:coordinates>4.8357,45.7640</kml:coordinates></kml:Point></kml:Placemark>
      </kml:Document></kml:kml>`;
    expect(names(importTrip(kml, 'kml', embeddedPlaces))).toEqual(['Caf\u00e9 & Bar', 'Lyon & more']);
    const feature =
      '{"type":"Feature","properties":null,"geometry":{"type":"Point","coordinates":[2.35,48.85,30]}}';
    expect(names(importTrip(feature, 'geojson', embeddedPlaces))).toEqual(['Paris']);
  });

  it.each([
    ['gpx', '<gpx><wpt lat="1"'],
    ['gpx', '<gpx></kml>'],
    ['gpx', 'not xml at all'],
    ['gpx', '<gpx></gpx>'],
    ['gpx', '<!DOCTYPE x [<!ENTITY a "b">]><gpx>&a;</gpx>'],
    ['kml', '<kml><Placemark><Point><coordinates>x,y</coordinates></Point></Placemark></kml>'],
    ['geojson', '{"type":"FeatureCollection"}'],
    ['geojson', '{'],
    ['geojson', '{"type":"FeatureCollection","features":[]}'],
  ] as const)('refuses %s that holds no trip: %s', (format, text) => {
    expect(() => importTrip(text, format, embeddedPlaces)).toThrow(
      expect.objectContaining({ code: 'trip-import-unreadable' }),
    );
  });

  it('the format is recognised by the file name, or by the first bytes', () => {
    expect(importFormatOf('a.GPX', '')).toBe('gpx');
    expect(importFormatOf('-', '<?xml version="1.0"?><gpx version="1.1">')).toBe('gpx');
    expect(importFormatOf('-', '<kml xmlns="x">')).toBe('kml');
    expect(importFormatOf('a.json', '{ "type": "FeatureCollection" }')).toBe('geojson');
    expect(importFormatOf('a.txt', 'hello')).toBeUndefined();
  });

  it('a deeply nested or hostile document is refused', () => {
    expect(() => readXml('<a>'.repeat(5000))).toThrow(
      expect.objectContaining({ code: 'trip-import-unreadable' }),
    );
  });
});
