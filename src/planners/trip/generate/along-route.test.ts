import { describe, expect, it, test } from 'vitest';
import { tripTitle } from '../exchange/trip-outline.ts';
import { routeNamed } from '../places/embedded.ts';
import { distanceKm } from '../places/geo.ts';
import { generateItinerary } from './generate-itinerary.ts';

const namesOf = (trip: ReturnType<typeof generateItinerary>) => trip.anchors.map(({ name }) => name);

describe('a trip along a named route', () => {
  it('goes from one end to the other by the usual means of the route', () => {
    const trip = generateItinerary({ destination: { name: 'Route 66' }, days: 12 });
    const names = namesOf(trip);
    expect(trip).toMatchObject({ mode: 'road', along: 'Route 66', roundTrip: false });
    expect([names[0], names.at(-1)]).toEqual(['Chicago', 'Santa Monica']);
    expect(names.indexOf('Amarillo')).toBeLessThan(names.indexOf('Flagstaff'));
    expect(trip.days).toHaveLength(12);
    expect(tripTitle(trip)).toBe('Route 66: Chicago to Santa Monica');
  });

  it('begins at the end nearer to the start of the trip', () => {
    const trip = generateItinerary({
      origin: { name: 'Munich' },
      destination: { name: 'Romantic Road' },
      days: 6,
    });
    expect(trip.destination.name).toBe('Würzburg');
  });

  it('is a round trip if the route is a loop', () => {
    const trip = generateItinerary({ destination: { name: 'Iceland Ring Road' }, days: 10 });
    const names = namesOf(trip);
    expect(trip).toMatchObject({ roundTrip: true, mode: 'road' });
    expect([names[0], names.at(-1)]).toEqual(['Reykjavík', 'Reykjavík']);
    expect(names).toEqual(expect.arrayContaining(['Höfn', 'Akureyri']));
  });

  it('follows the part between the named places, on foot in daily stages', () => {
    const trip = generateItinerary({
      origin: { name: 'León', country: 'ES' },
      destination: { name: 'Santiago de Compostela' },
      days: 14,
      constraints: { region: 'Camino' },
    });
    const names = namesOf(trip);
    expect(names).not.toContain('Burgos');
    expect(names).toEqual(expect.arrayContaining(['Astorga', 'Ponferrada', 'Sarria']));
    expect(trip.anchors.slice(1).every(({ by }) => by === 'foot')).toBe(true);
  });

  it('keeps other named places', () => {
    const via = [{ name: 'Munich', days: 2 }, { name: 'Romantic Road' }];
    const trip = generateItinerary({ via, destination: { name: 'Frankfurt' }, days: 8 });
    const names = namesOf(trip);
    expect([names[0], names.at(-1)]).toEqual(['Munich', 'Frankfurt am Main']);
    expect(names.length).toBeGreaterThan(4);
  });

  it('treats a short route among other places as a stop', () => {
    const via = [{ name: 'Denver' }, { name: 'Million Dollar Highway' }];
    const trip = generateItinerary({ via, destination: { name: 'Santa Fe' }, days: 8 });
    expect(trip.along).toBeUndefined();
  });
});

test.each([
  ['Romantische Straße', 'car', 'Würzburg'],
  ['Jakobsweg', 'foot', 'Saint-Jean-Pied-de-Port'],
  ['Donauradweg', 'bike', 'Passau'],
  ['Transsibérien', 'train', 'Moscow'],
  ['Ruta 40', 'car', 'La Quiaca'],
  ['Golden Triangle, India', 'circuit', 'Delhi'],
])('%s is a route', (name, kind, first) => {
  const route = routeNamed(name);
  expect(route).toMatchObject({ kind });
  expect(route?.stops[0]?.name).toBe(first);
});

it('consecutive towns of a route are different places', () => {
  for (const name of ['Route 66', 'Camino', 'Glacier Express', 'Garden Route', 'Elberadweg']) {
    const stops = routeNamed(name)?.stops ?? [];
    const legs = stops.slice(1).map((stop, at) => distanceKm(stops[at] ?? stop, stop));
    expect(Math.min(...legs)).toBeGreaterThan(1);
  }
});
