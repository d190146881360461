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

test('A stay in the middle of a tour has as many days as nights', () => {
  const japan = stays({
    via: [{ name: 'Tokyo', nights: 5 }],
    destination: { name: 'Kyoto', nights: 4 },
    days: 14,
    constraints: { region: 'Japan' },
  });
  expect(japan).toEqual(expect.arrayContaining(['Tokyo 5', 'Kyoto 4']));
});

test('A tour keeps "at most one night"', () => {
  const tour = stays({
    destination: { name: 'San José', nights: 1, bound: 'most' },
    days: 12,
    constraints: { region: 'Costa Rica' },
  });
  expect(tour[0]).toBe('San José 1');
});

test('A loop in which every stay has a length spends the remaining days at its start', () => {
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

test('An island with a stay is visited although its state has the same name', () => {
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

test('The first city of a tour of its country is visited if there is time', () => {
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

test('Distant stops are flown to by default, in the order of the request', () => {
  const trip = generateItinerary({
    origin: { name: 'Buenos Aires' },
    via: [{ name: 'El Calafate' }, { name: 'El Chaltén' }, { name: 'Puerto Natales' }],
    destination: { name: 'Punta Arenas' },
    days: 21,
  });
  expect(trip.mode).toBe('mixed');
  expect(trip.anchors[1]).toMatchObject({ name: 'El Calafate', by: 'flight' });
});

test('A stop with nothing to see gets no free days while others have more', () => {
  const canada = stays({
    origin: { name: 'Toronto' },
    via: [{ name: 'Winnipeg' }, { name: 'Jasper' }],
    destination: { name: 'Vancouver' },
    mode: 'mixed',
    constraints: { travelBy: ['train'] },
    days: 11,
  });
  expect(canada.slice(0, 2)).toEqual(['Toronto 0', 'Winnipeg 1']);
});

test('A sight is seen from the closest stop, and by bike only what is not far', () => {
  const { anchors, days } = generateItinerary(
    buildPlannerRequest({
      requirements: {
        origin: { name: 'Dresden' },
        via: [
          { name: 'Torgau' },
          { name: 'Lutherstadt Wittenberg' },
          { name: 'Dessau' },
          { name: 'Hitzacker' },
        ],
        destination: { name: 'Hamburg' },
        mode: 'mixed',
        constraints: { travelBy: ['bike'] },
        days: 6,
      },
    }),
  );
  const seenAt = (name: string) =>
    days
      .filter(({ anchorId }) => anchorId === anchors.find((stop) => stop.name === name)?.id)
      .flatMap(({ activities }) => activities.filter(({ generic }) => !generic).map(({ title }) => title));
  expect(seenAt('Torgau')).toEqual([]);
  expect(seenAt('Lutherstadt Wittenberg')).toContain('Luther House');
  expect(seenAt('Dessau')).toContain('Bauhaus Dessau');
  expect(seenAt('Hitzacker')).toEqual([]);
});

test('A requested flight arrives at its destination, also with a stop near its departure', () => {
  const { anchors } = generateItinerary(
    buildPlannerRequest({
      requirements: {
        via: [{ name: 'Hanoi' }, { name: 'Ha Long Bay' }, { name: 'Hue' }, { name: 'Hoi An' }],
        destination: { name: 'Ho Chi Minh City' },
        mode: 'mixed',
        constraints: { travelBy: ['train'], legs: [{ from: 'Hanoi', to: 'Hue', by: 'flight' }] },
        days: 12,
      },
    }),
  );
  expect(anchors.find(({ name }) => name === 'Hue')?.by).toBe('flight');
  expect(anchors.filter(({ by }) => by === 'flight')).toHaveLength(1);
});

test('Nights at the start of a loop are also spent there after the return', () => {
  const requirements = {
    origin: { name: 'Bangkok', nights: 3 },
    via: [{ name: 'Chiang Mai', nights: 4 }],
    destination: { name: 'Koh Samui', nights: 5 },
    roundTrip: true,
    returnNights: 1,
  };
  const flown = { ...requirements, days: 14, constraints: { travelBy: ['flight' as const] } };
  expect(stays(flown)).toEqual(['Bangkok 3', 'Chiang Mai 4', 'Koh Samui 5', 'Bangkok 2']);
  const driven = {
    ...requirements,
    origin: { name: 'Reykjavik', nights: 2 },
    via: [{ name: 'Vik', nights: 1 }],
    destination: { name: 'Höfn', nights: 2 },
    constraints: { travelBy: ['car' as const] },
  };
  expect(stays(driven)).toEqual(['Reykjavik 2', 'Vík 1', 'Höfn 2', 'Reykjavik 2']);
});

test('Nights that fill the whole trip end on its last day', () => {
  const korea = {
    via: [
      { name: 'Seoul', nights: 5 },
      { name: 'Gyeongju', nights: 2 },
    ],
    destination: { name: 'Busan', nights: 3 },
    days: 10,
  };
  expect(stays(korea)).toEqual(['Seoul 5', 'Gyeongju 2', 'Busan 3']);
  expect(stays({ ...korea, days: 11 })).toEqual(['Seoul 5', 'Gyeongju 2', 'Busan 4']);
  expect(() => stays({ ...korea, days: 9 })).toThrow(expect.objectContaining({ code: 'trip-does-not-fit' }));
});

test('A named route with a stay among other stops is a stop', () => {
  const trip = generateItinerary({
    via: [
      { name: 'Cape Town', days: 4 },
      { name: 'Garden Route', days: 4 },
    ],
    destination: { name: 'Kruger' },
    days: 12,
    constraints: { region: 'South Africa' },
  });
  const days = trip.anchors.filter(({ area }) => area === 'Garden Route').map(({ nights = 0 }) => nights);
  expect(days.reduce((sum, each) => sum + each, 0)).toBe(4);
});

test('A start in the capital of an island with a stay is part of that stay', () => {
  const trip = generateItinerary({
    origin: { name: 'Saint-Denis', country: 'RE' },
    via: [
      { name: 'La Réunion', days: 9 },
      { name: 'Mauritius', days: 5 },
    ],
    destination: { name: 'Mauritius' },
    days: 14,
  });
  const island = trip.anchors.filter(({ area }) => area === 'La Réunion');
  expect(island.length).toBeGreaterThan(1);
  expect(island.reduce((sum, { nights = 0 }) => sum + nights, 0)).toBe(9);
});

test('A sight to see at the start adds a stay there', () => {
  const rail = { via: [{ name: "Xi'an" }], destination: { name: 'Chengdu' }, days: 12 };
  const china = { origin: { name: 'Beijing' }, ...rail, constraints: { travelBy: ['train' as const] } };
  expect(stays(china)[0]).toBe('Beijing 0');
  const wall = { ...china, constraints: { ...china.constraints, mustSee: ['Great Wall'] } };
  expect(Number(stays(wall)[0]?.replace('Beijing ', ''))).toBeGreaterThan(1);
});

test('A country with the name of its capital is read as the city among other towns', () => {
  const towns = stays({
    via: [{ name: 'Luxembourg' }, { name: 'Metz' }],
    destination: { name: 'Nancy' },
    days: 6,
  });
  expect(towns[0]).toMatch(/^Luxembourg \d$/);
});

test('A leg too long for one day is not driven if the stays leave no night for it', () => {
  const peru = {
    origin: { name: 'Lima' },
    via: [{ name: 'Lima', days: 2 }],
    destination: { name: 'Cusco', days: 4 },
  };
  expect(generateItinerary(peru)).toMatchObject({ mode: 'road' });
  const loop = {
    ...peru,
    via: [...peru.via, { name: 'Cusco', days: 4 }],
    destination: { name: 'Puerto Maldonado' },
  };
  const timed = { ...loop, via: [...loop.via, { name: 'Puerto Maldonado', days: 3 }] };
  expect(generateItinerary(timed).anchors[1]).toMatchObject({ name: 'Cusco', by: 'flight' });
});
