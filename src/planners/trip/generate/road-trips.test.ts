import { describe, expect, it, test } from 'vitest';
import { buildPlannerRequest } from '../requirements/planner-request.ts';
import { plannerTurn } from '../turn/turn.ts';
import { generateItinerary } from './generate-itinerary.ts';

const planned = (text: string) =>
  generateItinerary(buildPlannerRequest(plannerTurn({ text }, {}, null).state));

describe('a road trip with days to spare', () => {
  test.each([
    ['5 day road trip from San Francisco to Los Angeles', 'Santa Barbara'],
    ['Vancouver to Calgary 7 days road trip', 'Banff'],
    ['Paris to Nice road trip 6 days', 'Lyon'],
    ['Cape Town to Durban road trip 9 days', 'Storms River'],
  ])('stops at places worth seeing: %s', (text, stop) => {
    const { anchors, days } = planned(text);
    expect(anchors.map(({ name }) => name)).toContain(stop);
    const last = days.filter(({ anchorId }) => anchorId === anchors.at(-1)?.id).length;
    expect(last).toBeGreaterThan(1);
    expect(last).toBeLessThan(days.length / 2);
  });
});

describe('a trip by bike or on foot', () => {
  test.each([
    ['Orleans to Saumur by bike, 6 days', 'bike', 4],
    ['Sarria to Santiago de Compostela 6 days on foot', 'foot', 3],
    ['Basel to Cologne by bike 9 days', 'bike', 5],
  ] as const)('has stops within a day: %s', (text, by, most) => {
    const { anchors } = planned(text);
    expect(anchors.length).toBeGreaterThanOrEqual(most);
    expect(anchors.slice(1).every((anchor) => anchor.by === by)).toBe(true);
  });
});

describe('the things to do at each stop', () => {
  test.each([
    ['North Coast 500 road trip from Inverness 7 days', ['Kilt Rock', 'Old Man of Storr', 'Quiraing']],
    ['nc500 road trip, inverness start n finish, 6 days', ['Kilt Rock', 'Old Man of Storr', 'Quiraing']],
    ['Calais to Paris by car, 5 days', ['White Cliffs of Dover', 'Dover Castle']],
  ])('are not across the sea: %s', (text, others) => {
    const titles = planned(text).days.flatMap(({ activities }) => activities.map(({ title }) => title));
    expect(others.filter((title) => titles.includes(title))).toEqual([]);
  });
});

const names = (text: string) => planned(text).anchors.map(({ name }) => name);

describe('the stops of a road trip', () => {
  test.each([
    'Granada to Barcelona by car, 14 days',
    'Málaga to Barcelona by car 2 weeks',
    'Split to Dubrovnik by car 8 days',
    'Nice to Florence road trip 14 days',
    'Athens to Thessaloniki road trip 12 days',
  ])('need no ferry: %s', (text) => {
    const { anchors } = planned(text);
    expect(anchors.filter(({ by }) => by === 'ferry')).toEqual([]);
  });

  test.each([
    ['Split to Dubrovnik by car 8 days', 'Dubrovnik', 5],
    ['Lisbon to Porto by car 6 days', 'Porto', 4],
  ])('are on the way where there is time: %s', (text, end, most) => {
    const { anchors, days } = planned(text);
    expect(anchors.length).toBeGreaterThan(2);
    const last = anchors.at(-1);
    expect(last?.name).toBe(end);
    expect(days.filter(({ anchorId }) => anchorId === last?.id).length).toBeLessThanOrEqual(most);
  });

  it('are worth seeing, though one stretch has none', () => {
    const stops = planned('Toronto to Vancouver by car 18 days').anchors;
    const rockies = stops.filter(({ lat, lng }) => lat > 50.5 && lat < 53.5 && lng > -119 && lng < -115);
    expect(rockies.length).toBeGreaterThanOrEqual(1);
    expect(stops.map(({ name }) => name)).not.toContain('Estevan');
  });

  it('need no flight to an island with a bridge or a ferry', () => {
    const { anchors } = planned('Canada 3 weeks by car from Toronto to Vancouver');
    expect(anchors.filter(({ by }) => by === 'flight')).toEqual([]);
  });

  test.each([
    ['Ethiopia 8 days Gondar, Simien, Lalibela', ['Gondar', 'Simien Mountains', 'Lalibela']],
    [
      'Moab 2 nights, Great Sand Dunes 1 night, Denver 1 night, by car',
      ['Moab', 'Great Sand Dunes', 'Denver'],
    ],
    ['Japan 10 days: Kyoto, Lake Biwa, Biwa Ko', ['Kyoto', 'Lake Biwa']],
    ['Kyoto and Biwasee, 6 days', ['Kyoto', 'Biwasee']],
    ['Garden Route 10 days, Cape Town to Port Elizabeth, self drive', ['Hermanus', 'Port Elizabeth']],
  ])('are those that were named, each once: %s', (text, wanted) => {
    const stops = names(text);
    for (const name of wanted) expect(stops.filter((stop) => stop.startsWith(name))).toHaveLength(1);
    expect(stops.filter((stop) => /Biwa/.test(stop)).length).toBeLessThanOrEqual(1);
  });

  test.each(['Vancouver, Jasper, Banff, Calgary by train 10 days', 'Banff by train from Vancouver 6 days'])(
    'are not reached by train where there are none: %s',
    (text) => {
      const { anchors } = planned(text);
      expect(anchors.find(({ name }) => name === 'Banff')?.by).toBe('bus');
    },
  );
});

test('a route is driven from the town behind its name', () => {
  const { anchors, mode, origin } = planned('Pacific Coast Highway Seattle to San Diego 16 days');
  expect(origin.name).toBe('Seattle');
  expect(mode).toBe('road');
  expect(anchors.filter(({ by }) => by === 'flight')).toEqual([]);
});

test('nobody walks to where a far walk begins', () => {
  const { anchors } = planned('Everest Base Camp trek 14 days from Kathmandu');
  expect(anchors.find(({ name }) => name === 'Lukla')?.by).not.toBe('foot');
  expect(anchors.at(-1)?.by).toBe('foot');
});

test.each([
  ['Chile de norte a sur 3 semanas', 'CL'],
  ['Vietnam du nord au sud 2 semaines', 'VN'],
  ['Vietnam von Nord nach Süd 2 Wochen', 'VN'],
  ['Azores 8 days: São Miguel, Terceira, Pico', 'PT'],
])('a direction is no place, and an island is in its archipelago: %s', (text, country) => {
  const { anchors } = planned(text);
  expect(anchors.every((stop) => stop.country === country)).toBe(true);
  expect(names(text).some((name) => /Arieiro/.test(name))).toBe(false);
});

test.each([
  ['Vía de la Plata en bici de Sevilla a Salamanca 9 días', 9],
  ["Loire à vélo d'Orléans à Nantes, 6 jours", 6],
  ['Elberadweg von Dresden nach Hamburg, 9 Tage mit dem Rad', 9],
])('a cycle route has a night for each of its stops: %s', (text, length) => {
  const { anchors, days } = planned(text);
  expect(days).toHaveLength(length);
  expect(anchors.length).toBeGreaterThan(length / 2);
});

test.each([
  ['Vía de la Plata en bici de Sevilla a Salamanca 9 días', 'bike'],
  ['Shikoku 88 temples in 10 days by car', undefined],
  ['West Highland Way 7 days', 'foot'],
] as const)('a way is travelled as requested: %s', (text, by) => {
  const { anchors } = planned(text);
  expect(anchors.slice(1).filter((stop) => stop.by !== by && stop.by !== 'ferry')).toEqual([]);
});
