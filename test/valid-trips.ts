import type { Anchor, Itinerary } from '../src/planners/trip/itinerary/itinerary.ts';
import { distanceKm } from '../src/planners/trip/places/geo.ts';
import { anchor, day } from './trip-fixture.ts';

const CITIES: readonly Anchor[] = [
  anchor('seattle', 'Seattle', [47.6062, -122.3321], { admin1: 'WA', country: 'US' }),
  anchor('portland', 'Portland', [45.5234, -122.6762], { admin1: 'OR', country: 'US' }),
  anchor('sf', 'San Francisco', [37.7749, -122.4194], { admin1: 'CA', country: 'US' }),
  anchor('la', 'Los Angeles', [34.0522, -118.2437], { admin1: 'CA', country: 'US' }),
  anchor('vegas', 'Las Vegas', [36.175, -115.1372], { admin1: 'NV', country: 'US' }),
  anchor('slc', 'Salt Lake City', [40.7608, -111.891], { admin1: 'UT', country: 'US' }),
  anchor('phoenix', 'Phoenix', [33.4484, -112.074], { admin1: 'AZ', country: 'US' }),
  anchor('flagstaff', 'Flagstaff', [35.1981, -111.6513], { admin1: 'AZ', country: 'US' }),
  anchor('albuquerque', 'Albuquerque', [35.0845, -106.6511], { admin1: 'NM', country: 'US' }),
  anchor('denver', 'Denver', [39.7392, -104.9847], { admin1: 'CO', country: 'US' }),
  anchor('amarillo', 'Amarillo', [35.222, -101.8313], { admin1: 'TX', country: 'US' }),
  anchor('dallas', 'Dallas', [32.7831, -96.8067], { admin1: 'TX', country: 'US' }),
  anchor('okc', 'Oklahoma City', [35.4676, -97.5164], { admin1: 'OK', country: 'US' }),
  anchor('omaha', 'Omaha', [41.2563, -95.9404], { admin1: 'NE', country: 'US' }),
  anchor('kc', 'Kansas City', [39.0997, -94.5786], { admin1: 'MO', country: 'US' }),
  anchor('stl', 'St. Louis', [38.6273, -90.1979], { admin1: 'MO', country: 'US' }),
  anchor('memphis', 'Memphis', [35.1495, -90.049], { admin1: 'TN', country: 'US' }),
  anchor('nola', 'New Orleans', [29.9547, -90.0751], { admin1: 'LA', country: 'US' }),
  anchor('chicago', 'Chicago', [41.85, -87.65], { admin1: 'IL', country: 'US' }),
  anchor('nashville', 'Nashville', [36.1659, -86.7844], { admin1: 'TN', country: 'US' }),
  anchor('indy', 'Indianapolis', [39.7684, -86.158], { admin1: 'IN', country: 'US' }),
  anchor('atlanta', 'Atlanta', [33.749, -84.388], { admin1: 'GA', country: 'US' }),
  anchor('columbus', 'Columbus', [39.9612, -82.9988], { admin1: 'OH', country: 'US' }),
  anchor('pittsburgh', 'Pittsburgh', [40.4406, -79.9959], { admin1: 'PA', country: 'US' }),
  anchor('dc', 'Washington', [38.8951, -77.0364], { admin1: 'DC', country: 'US' }),
  anchor('nyc', 'New York City', [40.7143, -74.006], { admin1: 'NY', country: 'US' }),
  anchor('boston', 'Boston', [42.3584, -71.0598], { admin1: 'MA', country: 'US' }),
];

/** Numbers that look random and are the same every time. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A road trip between two cities through others on the way, each nearer to the end, with enough to do every day. */
export function validTrip(seed: number): Itinerary {
  const next = numbersFrom(seed * 7919 + 1);
  const origin = CITIES[next(CITIES.length)] as Anchor;
  const far = CITIES.filter((city) => distanceKm(city, origin) > 1200);
  const destination = far[next(far.length)] as Anchor;
  const between = CITIES.filter((city) => {
    const detour = distanceKm(origin, city) + distanceKm(city, destination) - distanceKm(origin, destination);
    const isNearer = distanceKm(city, destination) < distanceKm(origin, destination);
    return city !== origin && city !== destination && isNearer && detour < 500;
  }).toSorted((a, b) => distanceKm(b, destination) - distanceKm(a, destination));
  const chosen = between.filter(() => next(10) < 7);
  const anchors = [origin, ...chosen, destination];
  return {
    id: `trip-${seed}`,
    mode: 'road',
    roundTrip: false,
    origin: { name: origin.name, lat: origin.lat, lng: origin.lng },
    destination: { name: destination.name, lat: destination.lat, lng: destination.lng },
    anchors,
    days: anchors.map(({ id }, at) => day(at + 1, id, 2 + next(2))),
  };
}
