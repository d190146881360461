import { expect, test } from 'vitest';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { buildPlannerRequest } from '../requirements/planner-request.ts';
import type { TripRequirements } from '../requirements/requirements.ts';
import { generateItinerary } from './generate-itinerary.ts';

/** "Rome 4": a stop, and how many days are spent there. */
function stays(requirements: TripRequirements): string[] {
  const { anchors, days }: Itinerary = generateItinerary(buildPlannerRequest({ requirements }));
  return anchors.map(({ id, name }) => `${name} ${days.filter(({ anchorId }) => anchorId === id).length}`);
}

test('A stay of a tour that does not end there has no day more than its nights', () => {
  const japan = stays({
    via: [{ name: 'Tokyo', nights: 5 }],
    destination: { name: 'Kyoto', nights: 4 },
    days: 14,
    constraints: { region: 'Japan' },
  });
  expect(japan).toEqual(expect.arrayContaining(['Tokyo 5', 'Kyoto 4']));
});

test('"At most one night" is kept by a tour', () => {
  const tour = stays({
    destination: { name: 'San José', nights: 1, bound: 'most' },
    days: 12,
    constraints: { region: 'Costa Rica' },
  });
  expect(tour[0]).toBe('San José 1');
});

test('A loop whose stays were all said spends the days that are left where it starts', () => {
  const loop = stays({
    origin: { name: 'Amman' },
    via: [
      { name: 'Petra', nights: 2 },
      { name: 'Wadi Rum', nights: 1 },
    ],
    destination: { name: 'Dead Sea', nights: 1 },
    roundTrip: true,
    days: 7,
    constraints: { region: 'Jordan' },
  });
  expect(loop).toEqual(['Amman 2', 'Petra 2', 'Wadi Rum 1', 'Dead Sea 1', 'Amman 1']);
});

test('A stay where a route begins is kept', () => {
  const route = stays({
    origin: { name: 'Cape Town', nights: 4 },
    destination: { name: 'Port Elizabeth' },
    days: 11,
    constraints: { region: 'Garden Route', travelBy: ['car'] },
  });
  expect(route[0]).toBe('Cape Town 4');
});

test('An island with a stay is visited though it is called like its state', () => {
  const hawaii = stays({
    via: [
      { name: 'Oahu', nights: 3 },
      { name: 'Kauai', nights: 4 },
    ],
    destination: { name: 'Island of Hawaii', nights: 5 },
    constraints: { region: 'Hawaii', travelBy: ['flight'] },
  });
  expect(hawaii.slice(0, 2)).toEqual(['Oahu 3', 'Kauai 4']);
  expect(hawaii.length).toBeGreaterThan(2);
});

test('A city where a tour of its country starts is visited where there is time', () => {
  const egypt = stays({
    origin: { name: 'Cairo' },
    via: [{ name: 'Aswan' }],
    destination: { name: 'Luxor' },
    roundTrip: true,
    days: 10,
    constraints: { region: 'Egypt', travelBy: ['train'], mustSee: ['Pyramids', 'Abu Simbel'] },
  });
  expect(Number(egypt[0]?.replace('Cairo ', ''))).toBeGreaterThan(1);
});

test('Who said nothing about the road flies to stops that are far away, and visits them as they were named', () => {
  const trip = generateItinerary({
    origin: { name: 'Buenos Aires' },
    via: [{ name: 'El Calafate' }, { name: 'El Chaltén' }, { name: 'Puerto Natales' }],
    destination: { name: 'Punta Arenas' },
    days: 21,
  });
  expect(trip.mode).toBe('mixed');
  expect(trip.anchors[1]).toMatchObject({ name: 'El Calafate', by: 'flight' });
});
