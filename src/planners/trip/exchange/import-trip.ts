import { z } from 'zod';
import { TripError } from '../error.ts';
import type { Anchor, Day, Itinerary } from '../itinerary/itinerary.ts';
import { TRIP_MODES } from '../itinerary/itinerary.ts';
import { usablePoint } from '../itinerary/itinerary-view.ts';
import { freeId, slug } from '../itinerary/stop-id.ts';
import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import { distanceKm, type Point } from '../places/geo.ts';
import { TRAVEL_MEANS } from '../requirements/constraints.ts';
import { childText, elementsNamed, readXml, type XmlElement } from './read-xml.ts';

/** The import formats of a trip. */
export const TRIP_IMPORT_FORMATS = ['gpx', 'kml', 'geojson'] as const;

/** One of {@link TRIP_IMPORT_FORMATS}. */
export type TripImportFormat = (typeof TRIP_IMPORT_FORMATS)[number];

/** A stop in a file. */
interface FoundStop {
  readonly name: string;
  /** Its location; for an unknown one, the value that our own export wrote. */
  readonly point: Point;
  /** Whether the point is not on the globe. */
  readonly isUnplaced?: boolean;
  readonly id?: string | undefined;
  readonly admin1?: string | undefined;
  readonly country?: string | undefined;
  readonly area?: string | undefined;
  readonly nights?: number | undefined;
  readonly by?: Anchor['by'];
  readonly locked?: boolean | undefined;
  readonly days?: readonly Day[] | undefined;
}

interface FoundTrip {
  readonly stops: readonly FoundStop[];
  readonly trip?: Partial<
    Pick<Itinerary, 'id' | 'mode' | 'roundTrip' | 'tour' | 'along' | 'origin' | 'destination'>
  >;
}

/** The distance between stops of a track without names. */
const TRACK_STOP_KM = 350;
const MAX_STOPS = 10_000;

/** Imports a trip from a file of another program. Unnamed stops are named after the nearest known place. */
export function importTrip(text: string, format: TripImportFormat, places: PlaceKnowledge): Itinerary {
  const { stops, trip = {} } = found(text, format);
  if (stops.length === 0) {
    throw new TripError('trip-import-unreadable', {
      summary: `The ${format.toUpperCase()} file has no points and no track.`,
      fix: 'Export the stops or the route of the trip.',
    });
  }
  const used = new Set<string>();
  const named = stops
    .slice(0, MAX_STOPS)
    .map((stop) => ({ ...stop, name: stop.name || (stop.isUnplaced ? '' : nameAt(stop.point, places)) }));
  const isOurs = trip.mode !== undefined;
  const anchors = named.map(
    ({ name, point, id, admin1, country, area, nights, by, locked, days }): Anchor => {
      const stay = nights ?? (isOurs ? undefined : (days?.length ?? 1));
      const own = freeId(id ?? slug(name), used);
      used.add(own);
      return {
        id: own,
        name,
        ...(admin1 && { admin1 }),
        ...(country && { country }),
        ...(area && { area }),
        ...point,
        ...(stay !== undefined && { nights: stay }),
        ...(by && { by }),
        ...(locked !== undefined && { locked }),
      };
    },
  );
  const days = named.flatMap(({ days: own }, at) => {
    const anchorId = anchors[at]?.id ?? '';
    return (own ?? (isOurs ? [] : [{ activities: [] }])).map((day: Partial<Day>) => ({
      activities: [],
      number: 0,
      ...day,
      anchorId,
    }));
  });
  // A stop that is visited twice has separate days, ordered by their numbers.
  const isNumbered = new Set(days.map(({ number }) => number)).size === days.length;
  const inOrder = isNumbered ? days.toSorted((a, b) => a.number - b.number) : days;
  const [first] = anchors;
  const last = anchors.at(-1);
  const isLoop =
    first !== undefined && last !== undefined && anchors.length > 2 && distanceKm(first, last) <= 2;
  return {
    ...(trip.id !== undefined && { id: trip.id }),
    mode: trip.mode ?? 'road',
    roundTrip: trip.roundTrip ?? isLoop,
    ...(trip.tour !== undefined && { tour: trip.tour }),
    ...(trip.along !== undefined && { along: trip.along }),
    origin: trip.origin ?? endOf(first),
    destination: trip.destination ?? endOf(isLoop ? anchors[Math.floor(anchors.length / 2)] : last),
    anchors,
    days: inOrder.map((day, at) => ({ ...day, number: at + 1 })),
  };
}

/** The format of a file, by its name and its first character. */
export function importFormatOf(file: string, text: string): TripImportFormat | undefined {
  const [, ending = ''] = /\.(\w+)$/.exec(file.toLowerCase()) ?? [];
  const named = TRIP_IMPORT_FORMATS.find((format) => format === ending);
  if (named) return named;
  if (/<gpx[\s>]/.test(text.slice(0, 2000))) return 'gpx';
  if (/<kml[\s>]/.test(text.slice(0, 2000))) return 'kml';
  return /"type"\s*:\s*"(?:FeatureCollection|Feature)"/.test(text.slice(0, 5000)) ? 'geojson' : undefined;
}

function endOf(anchor: Anchor | undefined): Itinerary['origin'] {
  if (anchor === undefined) return { name: '' };
  const { name, lat, lng } = anchor;
  return { name, lat, lng };
}

function found(text: string, format: TripImportFormat): FoundTrip {
  switch (format) {
    case 'gpx':
      return { stops: gpxStops(readXml(text)) };
    case 'kml':
      return { stops: kmlStops(readXml(text)) };
    case 'geojson':
      return geoJsonTrip(text);
  }
}

/** The points of its routes, or else its waypoints, or else places along its tracks. */
function gpxStops(root: XmlElement): FoundStop[] {
  for (const tag of ['rtept', 'wpt']) {
    const stops = elementsNamed(root, tag).flatMap((element) => {
      const point = usablePoint({
        lat: numberIn(element.attributes.lat),
        lng: numberIn(element.attributes.lon),
      });
      return point ? [{ name: childText(element, 'name'), point }] : [];
    });
    if (stops.length > 0) return stops;
  }
  const track = elementsNamed(root, 'trkpt').flatMap((element) => {
    const point = usablePoint({
      lat: numberIn(element.attributes.lat),
      lng: numberIn(element.attributes.lon),
    });
    return point ? [point] : [];
  });
  return alongTrack(track);
}

/** The placemarks at points, without those in a folder of sights, or else places along its lines. */
function kmlStops(root: XmlElement): FoundStop[] {
  const folders = elementsNamed(root, 'Folder');
  const stopsFolder = folders.find((folder) => /^(?:stops|route|anchors)$/i.test(childText(folder, 'name')));
  const stops = elementsNamed(stopsFolder ?? root, 'Placemark').flatMap((placemark) => {
    const [element] = elementsNamed(placemark, 'Point');
    const [point] = element ? coordinatesIn(childText(element, 'coordinates')) : [];
    return point ? [{ name: childText(placemark, 'name'), point }] : [];
  });
  if (stops.length > 0) return stops;
  const lines = elementsNamed(root, 'LineString').flatMap((line) =>
    coordinatesIn(childText(line, 'coordinates')),
  );
  return alongTrack(lines);
}

function coordinatesIn(text: string): Point[] {
  return text.split(/\s+/).flatMap((triple) => {
    const [lng, lat] = triple.split(',');
    return usablePoint({ lat: numberIn(lat), lng: numberIn(lng) }) ?? [];
  });
}

/** Text that is only a number. */
function numberIn(text: string | undefined): number | undefined {
  return text === undefined || text.trim() === '' ? undefined : Number(text);
}

const Position = z.tuple([z.number(), z.number()]).rest(z.number());
const ActivityIn = z.looseObject({ id: z.string(), title: z.string(), kind: z.string() });
const DayIn = z.looseObject({ number: z.number(), anchorId: z.string(), activities: z.array(ActivityIn) });
const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: Position }),
  z.object({ type: z.literal('MultiPoint'), coordinates: z.array(Position) }),
  z.object({ type: z.literal('LineString'), coordinates: z.array(Position) }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(z.array(Position)) }),
]);
const Feature = z.looseObject({
  geometry: Geometry.nullable().catch(null),
  properties: z.record(z.string(), z.unknown()).nullable().catch(null),
});
const Properties = z.looseObject({
  type: z.string().optional().catch(undefined),
  id: z.string().min(1).optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  admin1: z.string().optional().catch(undefined),
  country: z.string().optional().catch(undefined),
  area: z.string().optional().catch(undefined),
  nights: z.int().min(0).max(365).optional().catch(undefined),
  by: z.enum(TRAVEL_MEANS).optional().catch(undefined),
  locked: z.boolean().optional().catch(undefined),
  lat: z.number().nullable().optional().catch(undefined),
  lng: z.number().nullable().optional().catch(undefined),
  days: z.array(DayIn).optional().catch(undefined),
});
const Collection = z.looseObject({
  features: z.array(Feature),
  trip: z
    .object({
      id: z.string().optional(),
      mode: z.enum(TRIP_MODES),
      roundTrip: z.boolean(),
      tour: z.boolean().optional(),
      along: z.string().max(200).optional(),
      origin: z.looseObject({ name: z.string() }),
      destination: z.looseObject({ name: z.string() }),
    })
    .optional()
    .catch(undefined),
});

function geoJsonTrip(text: string): FoundTrip {
  const { features, trip } = parsedCollection(text);
  const stops = features.flatMap(({ geometry, properties }): FoundStop[] => {
    const { type, name = '', lat, lng, days, ...rest } = Properties.parse(properties ?? {});
    const stop = { ...rest, name, days: days as readonly Day[] | undefined };
    if (geometry === null && type === 'stop') {
      // Invalid coordinates are kept, for a repair to find.
      return [{ ...stop, point: { lat, lng } as Point, isUnplaced: true }];
    }
    if (geometry?.type !== 'Point' || type === 'sight') return [];
    const point = pointOf(geometry.coordinates);
    return point ? [{ ...stop, point }] : [];
  });
  const more = trip && { trip: trip as FoundTrip['trip'] & object };
  if (stops.length > 0) return { stops, ...more };
  const line = features.flatMap(({ geometry }) => {
    if (geometry?.type === 'LineString' || geometry?.type === 'MultiPoint') return geometry.coordinates;
    return geometry?.type === 'MultiLineString' ? geometry.coordinates.flat() : [];
  });
  return { stops: alongTrack(line.flatMap((position) => pointOf(position) ?? [])), ...more };
}

function parsedCollection(text: string): z.infer<typeof Collection> {
  try {
    const json: unknown = JSON.parse(text);
    const isFeature = typeof json === 'object' && json !== null && 'type' in json && json.type === 'Feature';
    return Collection.parse(isFeature ? { features: [json] } : json);
  } catch (cause) {
    throw new TripError('trip-import-unreadable', {
      summary: `The file is not a GeoJSON FeatureCollection${cause instanceof SyntaxError ? `: ${cause.message}` : ''}.`,
      fix: 'Export the file again from the program it comes from.',
      cause,
    });
  }
}

function pointOf([lng, lat]: readonly number[]): Point | undefined {
  return usablePoint({ lat, lng });
}

/** Stops along a track: its ends, and about one a day in between. */
function alongTrack(track: readonly Point[]): FoundStop[] {
  const [first] = track;
  const last = track.at(-1);
  if (first === undefined || last === undefined) return [];
  const stops: Point[] = [first];
  let passed = 0;
  for (const [at, point] of track.entries()) {
    passed += distanceKm(track[at - 1] ?? point, point);
    if (passed < TRACK_STOP_KM || distanceKm(point, last) < TRACK_STOP_KM / 2) continue;
    stops.push(point);
    passed = 0;
  }
  return [...stops, ...(track.length > 1 ? [last] : [])].map((point) => ({ name: '', point }));
}

function nameAt(point: Point, places: PlaceKnowledge): string {
  return places.nearest(point, { withinKm: 100 })?.name ?? `${point.lat.toFixed(2)}, ${point.lng.toFixed(2)}`;
}
