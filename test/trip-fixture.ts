import type { Activity, Anchor, Day, Itinerary } from '../src/planners/trip/itinerary/itinerary.ts';

/** A stop, the way files have it. */
export function anchor(
  id: string,
  name: string,
  [lat, lng]: readonly [number, number],
  more: Partial<Anchor> = {},
): Anchor {
  return { id, name, lat, lng, nights: 1, ...more };
}

/** A day with so many things to do. */
export function day(number: number, anchorId: string, count = 2, more: Partial<Day> = {}): Day {
  const activities = Array.from(
    { length: count },
    (_, at): Activity => ({ id: `${anchorId}-${number}-${at + 1}`, title: `Thing ${at + 1}`, kind: 'SIGHT' }),
  );
  return { number, anchorId, activities, ...more };
}

const STOPS = [
  anchor('la', 'Los Angeles', [34.0522, -118.2437], { admin1: 'CA', country: 'US' }),
  anchor('kingman', 'Kingman', [35.1894, -114.053], { admin1: 'AZ', country: 'US' }),
  anchor('flagstaff', 'Flagstaff', [35.1981, -111.6513], { admin1: 'AZ', country: 'US' }),
  anchor('albuquerque', 'Albuquerque', [35.0845, -106.6511], { admin1: 'NM', country: 'US' }),
  anchor('amarillo', 'Amarillo', [35.222, -101.8313], { admin1: 'TX', country: 'US' }),
  anchor('tulsa', 'Tulsa', [36.154, -95.9928], { admin1: 'OK', country: 'US' }),
  anchor('stlouis', 'St. Louis', [38.6273, -90.1979], { admin1: 'MO', country: 'US' }),
  anchor('chicago', 'Chicago', [41.85, -87.65], { admin1: 'IL', country: 'US' }),
] as const;

/** A road trip from Los Angeles to Chicago with nothing wrong with it. */
export const ROUTE_66: Itinerary = {
  id: 'route-66',
  mode: 'road',
  roundTrip: false,
  origin: { name: 'Los Angeles' },
  destination: { name: 'Chicago' },
  anchors: STOPS,
  days: STOPS.map(({ id }, at) => day(at + 1, id)),
};

/** The trip with some stops changed by id. */
export function withAnchor(itinerary: Itinerary, id: string, change: Partial<Anchor>): Itinerary {
  return {
    ...itinerary,
    anchors: itinerary.anchors.map((stop) => (stop.id === id ? { ...stop, ...change } : stop)),
  };
}

/** A trip through these stops, with a day at each. */
export function tripOf(anchors: readonly Anchor[], more: Partial<Itinerary> = {}): Itinerary {
  const [first] = anchors;
  const last = anchors.at(-1);
  return {
    mode: 'road',
    roundTrip: false,
    origin: { name: first?.name ?? '', ...(first && { lat: first.lat, lng: first.lng }) },
    destination: { name: last?.name ?? '', ...(last && { lat: last.lat, lng: last.lng }) },
    anchors,
    days: anchors.map(({ id }, at) => day(at + 1, id)),
    ...more,
  };
}
