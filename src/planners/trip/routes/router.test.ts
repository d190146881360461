import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceKm, wayKm } from '../places/geo.ts';
import { greatCircleRoute } from './router.ts';

const LOS_ANGELES = { lat: 34.05, lng: -118.24 };
const FLAGSTAFF = { lat: 35.2, lng: -111.65 };
const CHICAGO = { lat: 41.85, lng: -87.65 };

describe('the estimated route', () => {
  it('is 1.3 great circles at 90 km/h, leg by leg', () => {
    const { km, hours, legs, basis } = greatCircleRoute([LOS_ANGELES, FLAGSTAFF, CHICAGO]);
    expect(legs.map((leg) => Math.round(leg.km))).toEqual(
      [distanceKm(LOS_ANGELES, FLAGSTAFF), distanceKm(FLAGSTAFF, CHICAGO)].map((leg) =>
        Math.round(leg * 1.3),
      ),
    );
    expect(hours).toBeCloseTo(km / 90, 9);
    expect(basis).toBe('great-circle');
  });

  it('has a line from the first point to the last, through all of them', () => {
    const { line, km } = greatCircleRoute([LOS_ANGELES, FLAGSTAFF, CHICAGO]);
    expect(line[0]).toEqual(LOS_ANGELES);
    expect(line).toContainEqual(FLAGSTAFF);
    expect(line.at(-1)).toEqual(CHICAGO);
    expect(wayKm(line) * 1.3).toBeCloseTo(km, 6);
  });

  it('has no length for fewer than two points', () => {
    expect(greatCircleRoute([])).toEqual({
      km: 0,
      hours: 0,
      legs: [],
      line: [],
      basis: 'great-circle',
    });
    expect(greatCircleRoute([CHICAGO])).toMatchObject({ km: 0, legs: [], line: [CHICAGO] });
  });

  it('has one leg less than it has points', () => {
    const points = fc.record({
      lat: fc.double({ min: -89, max: 89, noNaN: true }),
      lng: fc.double({ min: -180, max: 179.9, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(points, { minLength: 1, maxLength: 6 }), (way) => {
        const { legs, km } = greatCircleRoute(way);
        expect(legs).toHaveLength(way.length - 1);
        expect(km).toBeCloseTo(wayKm(way) * 1.3, 3);
      }),
      { numRuns: 50 },
    );
  });
});
