import { describe, expect, it } from 'vitest';
import { evaluatePlannerState } from '../evaluate.ts';
import { outlineDays } from '../exchange/trip-outline.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { readRequest } from '../requirements/planner-request.ts';
import { generateItinerary } from './generate-itinerary.ts';

const stays = ({ anchors, days }: Itinerary) =>
  anchors.map(({ id, name }) => `${name} ${days.filter(({ anchorId }) => anchorId === id).length}`);

describe('a request', () => {
  it('needs only an origin and a destination', () => {
    const trip = generateItinerary({ origin: { name: 'LA' }, destination: { name: 'San Diego' } });
    expect(stays(trip)).toEqual(['Los Angeles 0', 'San Diego 1']);
  });

  it('accepts places as names or coordinates, and ignores invalid ones', () => {
    expect(
      readRequest({ origin: 'LA', destination: { lat: 32.7, lng: -117.2 }, via: ['Irvine', null, 7] }),
    ).toMatchObject({
      origin: { name: 'LA' },
      destination: { name: '32.7, -117.2', lat: 32.7, lng: -117.2 },
      via: [{ name: 'Irvine' }],
    });
  });

  it.each([null, undefined, 7, 'x', [], {}])('that is %j has no destination', (given) => {
    expect(() => generateItinerary(given as object)).toThrow(
      expect.objectContaining({ code: 'place-not-found' }),
    );
  });

  it.each([0, -1, 2.5, Number.NaN, 400])('for %d days does not fit', (days) => {
    const request = { origin: { name: 'Paris' }, destination: { name: 'Rome' }, days };
    expect(() => generateItinerary(request)).toThrow(
      expect.objectContaining({ code: 'trip-does-not-fit', reasons: [expect.stringContaining('1 to 365')] }),
    );
  });

  it('that names a stop twice includes it once', () => {
    const via = [{ name: 'Lyon' }, { name: 'Lyon' }, { name: 'Lyon', days: 2 }];
    const trip = generateItinerary({
      origin: { name: 'Paris' },
      destination: { name: 'Nice' },
      mode: 'road',
      via,
      days: 5,
    });
    expect(stays(trip).filter((stay) => stay.startsWith('Lyon'))).toEqual(['Lyon 2']);
  });
});

describe('a trip that ends where it begins', () => {
  const paris = { origin: { name: 'Paris' }, destination: { name: 'Paris' } };

  it('is one stay when it goes nowhere else', () => {
    const trip = generateItinerary({ ...paris, mode: 'road', roundTrip: true, days: 4 });
    expect(stays(trip)).toEqual(['Paris 4']);
    expect(evaluatePlannerState({}, trip)).toEqual([]);
  });

  it.each(['road', 'flight'] as const)('is a round trip to its last stop, by %s', (mode) => {
    const trip = generateItinerary({ ...paris, mode, via: [{ name: 'Dijon' }, { name: 'Lyon' }], days: 6 });
    expect(trip).toMatchObject({ roundTrip: true, destination: { name: 'Lyon' } });
    expect(trip.anchors.map(({ name }) => name).filter((name) => name === 'Paris')).toHaveLength(2);
    expect(evaluatePlannerState({}, trip)).toEqual([]);
  });
});

describe('a trip across continents', () => {
  it.each([
    ['Anchorage', 'Ushuaia', 60],
    ['Lisbon', 'Vladivostok', 365],
    ['Cape Town', 'Beijing', 40],
  ])('from %s to %s takes the %i days it was given', (from, to, days) => {
    const trip = generateItinerary({ origin: { name: from }, destination: { name: to }, mode: 'road', days });
    expect(trip.days).toHaveLength(days);
    expect(evaluatePlannerState({}, trip)).toEqual([]);
  });
});

describe('homonyms', () => {
  it('on a road trip resolve to the place that can be driven to', () => {
    const trip = generateItinerary({
      origin: { name: 'Madrid' },
      destination: { name: 'Toledo' },
      mode: 'road',
      days: 2,
    });
    expect(trip.destination.country).toBe('ES');
  });
});

describe('named stops on a road trip', () => {
  const trip = (from: string, to: string, via: string, days: number) =>
    generateItinerary({
      origin: { name: from },
      destination: { name: to },
      via: [{ name: via }],
      mode: 'road',
      days,
    });

  it('are passed without a night if one there would make the other days too long', () => {
    const days = outlineDays(trip('New York', 'Chicago', 'Newark', 3));
    expect(days[0]?.title).toMatch(/^New York City to .+ via Newark$/);
    for (const { km = 0 } of days) expect(km).toBeLessThan(640);
  });

  it('get a night when there is time', () => {
    expect(stays(trip('New York', 'Chicago', 'Cleveland', 6))).toContainEqual(
      expect.stringMatching(/^Cleveland [1-9]/),
    );
  });

  it('get a night when a stay was requested', () => {
    const asked = generateItinerary({
      origin: { name: 'New York' },
      destination: { name: 'Chicago' },
      via: [{ name: 'Newark', days: 1 }],
      mode: 'road',
      days: 3,
    });
    expect(stays(asked)).toContain('Newark 1');
  });
});
