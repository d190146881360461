import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  alongTrackKm,
  crossTrackKm,
  distanceKm,
  drivingHours,
  drivingKm,
  EARTH_RADIUS_KM,
  greatCircle,
  isOnGlobe,
  offsetFromStretch,
  offsetFromWay,
  type Point,
  pointBetween,
  splitAtAntimeridian,
  travel,
  wayKm,
  wrapLng,
} from './geo.ts';

const LOS_ANGELES = { lat: 34.05223, lng: -118.24368 };
const CHICAGO = { lat: 41.85003, lng: -87.65005 };
const FIJI = { lat: -18.14, lng: 178.44 };
const SAMOA = { lat: -13.83, lng: -171.76 };
const HALF_ROUND = Math.PI * EARTH_RADIUS_KM;

const points: fc.Arbitrary<Point> = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('distance', () => {
  it('agrees with an atlas', () => {
    expect(distanceKm(LOS_ANGELES, CHICAGO)).toBeCloseTo(2804, -1);
    expect(distanceKm({ lat: 0, lng: 0 }, { lat: 0, lng: 1 })).toBeCloseTo(111.195, 2);
  });

  it('takes the shorter way across the antimeridian', () => {
    expect(distanceKm(FIJI, SAMOA)).toBeLessThan(1200);
    expect(distanceKm({ lat: 0, lng: 179.9 }, { lat: 0, lng: -179.9 })).toBeCloseTo(22.24, 1);
  });

  it('takes the shorter way across a pole', () => {
    expect(distanceKm({ lat: 89.9, lng: 0 }, { lat: 89.9, lng: 180 })).toBeCloseTo(22.24, 1);
  });

  test('is zero between any longitudes at a pole', () => {
    expect(distanceKm({ lat: 90, lng: -40 }, { lat: 90, lng: 140 })).toBeCloseTo(0, 9);
  });

  it('is a metric', () => {
    fc.assert(
      fc.property(points, points, points, (a, b, c) => {
        expect(distanceKm(a, a)).toBe(0);
        expect(distanceKm(a, b)).toBeCloseTo(distanceKm(b, a), 6);
        expect(distanceKm(a, b)).toBeLessThanOrEqual(HALF_ROUND + 1e-6);
        // Near the antipode, rounding is worth metres.
        expect(distanceKm(a, c)).toBeLessThanOrEqual(distanceKm(a, b) + distanceKm(b, c) + 0.1);
      }),
    );
  });

  it('does not change when both points turn with the globe', () => {
    fc.assert(
      fc.property(points, points, fc.double({ min: -360, max: 360, noNaN: true }), (a, b, turn) => {
        const turned = (p: Point) => ({ lat: p.lat, lng: wrapLng(p.lng + turn) });
        expect(distanceKm(turned(a), turned(b))).toBeCloseTo(distanceKm(a, b), 3);
      }),
    );
  });

  test('for driving is 1.3 great circles at 90 km/h', () => {
    expect(drivingKm(LOS_ANGELES, CHICAGO)).toBeCloseTo(distanceKm(LOS_ANGELES, CHICAGO) * 1.3, 9);
    expect(drivingHours(LOS_ANGELES, CHICAGO)).toBeCloseTo(drivingKm(LOS_ANGELES, CHICAGO) / 90, 9);
  });
});

describe('wrapping', () => {
  test.each([
    [180, -180],
    [-180, -180],
    [181, -179],
    [-181, 179],
    [540, -180],
    [359.5, -0.5],
  ])('of longitude %d gives %d', (lng, wrapped) => {
    expect(wrapLng(lng)).toBeCloseTo(wrapped, 9);
  });

  test.each([
    [Number.NaN, 0],
    [0, Number.POSITIVE_INFINITY],
    [90.1, 0],
    [0, -180.5],
  ])('gives no point for %d, %d', (lat, lng) => {
    expect(isOnGlobe({ lat, lng })).toBe(false);
  });
});

describe('travelling straight ahead', () => {
  test.each([
    ['north', 0, { lat: 10, lng: 0 }],
    ['east', 90, { lat: 0, lng: 10 }],
    ['south', 180, { lat: -10, lng: 0 }],
    ['west', 270, { lat: 0, lng: -10 }],
  ])('goes %s', (_, degrees, to) => {
    const from = { lat: 0, lng: 0 };
    expect(distanceKm(travel(from, degrees, distanceKm(from, to)), to)).toBeLessThan(0.01);
  });

  it('goes as far as it says', () => {
    const [directions, lengths] = [
      fc.double({ min: 0, max: 360, noNaN: true }),
      fc.double({ min: 0, max: HALF_ROUND - 10, noNaN: true }),
    ];
    fc.assert(
      fc.property(points, directions, lengths, (from, degrees, km) => {
        expect(distanceKm(from, travel(from, degrees, km))).toBeCloseTo(km, 1);
      }),
    );
  });
});

describe('a great circle', () => {
  it('starts and ends at its points, and divides the distance proportionally', () => {
    fc.assert(
      fc.property(points, points, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, share) => {
        const between = pointBetween(a, b, share);
        expect(isOnGlobe(between)).toBe(true);
        expect(distanceKm(a, between)).toBeCloseTo(distanceKm(a, b) * share, 2);
        expect(distanceKm(between, b)).toBeCloseTo(distanceKm(a, b) * (1 - share), 2);
      }),
    );
  });

  test('crosses the nearer pole between antipodes', () => {
    expect(pointBetween({ lat: 10, lng: 20 }, { lat: -10, lng: -160 }, 80 / 180).lat).toBeCloseTo(90, 5);
    expect(pointBetween({ lat: -10, lng: 20 }, { lat: 10, lng: -160 }, 80 / 180).lat).toBeCloseTo(-90, 5);
  });

  it('has no longer steps than requested', () => {
    const line = greatCircle(FIJI, SAMOA, 100);
    expect(line[0]).toEqual(FIJI);
    expect(line.at(-1)).toEqual(SAMOA);
    for (const [i, point] of line.entries()) {
      const before = line[i - 1];
      if (before) expect(distanceKm(before, point)).toBeLessThanOrEqual(100);
    }
    expect(wayKm(line)).toBeCloseTo(distanceKm(FIJI, SAMOA), 6);
  });
});

describe('the offset from a line', () => {
  const [west, east] = [
    { lat: 0, lng: -10 },
    { lat: 0, lng: 10 },
  ];

  it('is positive on the right and negative on the left', () => {
    expect(crossTrackKm({ lat: -1, lng: 0 }, west, east)).toBeCloseTo(111.195, 2);
    expect(crossTrackKm({ lat: 1, lng: 0 }, west, east)).toBeCloseTo(-111.195, 2);
  });

  it('counts from the start of the line, negative before it', () => {
    expect(alongTrackKm({ lat: 1, lng: 0 }, west, east)).toBeCloseTo(1111.95, 1);
    expect(alongTrackKm({ lat: 1, lng: -11 }, west, east)).toBeCloseTo(-111.195, 2);
  });

  it('is measured to an end of the line beyond it', () => {
    const beyond = { lat: 0, lng: 12 };
    expect(offsetFromStretch(beyond, west, east).offKm).toBeCloseTo(222.39, 1);
    expect(offsetFromStretch(beyond, west, east).alongKm).toBeCloseTo(distanceKm(west, east), 6);
  });

  it('is the distance to the point if the line has no length', () => {
    const apart = distanceKm(CHICAGO, FIJI);
    expect(offsetFromStretch(FIJI, CHICAGO, CHICAGO)).toEqual({ offKm: apart, alongKm: 0 });
    expect(crossTrackKm(FIJI, CHICAGO, CHICAGO)).toBe(apart);
  });

  it('is never more than the distance to any point of the line', () => {
    fc.assert(
      fc.property(points, points, points, fc.double({ min: 0, max: 1, noNaN: true }), (p, a, b, share) => {
        fc.pre(distanceKm(a, b) < HALF_ROUND - 10);
        const { offKm, alongKm } = offsetFromStretch(p, a, b);
        expect(offKm).toBeLessThanOrEqual(distanceKm(p, pointBetween(a, b, share)) + 0.01);
        const nearest = pointBetween(a, b, distanceKm(a, b) === 0 ? 0 : alongKm / distanceKm(a, b));
        expect(distanceKm(p, nearest)).toBeCloseTo(offKm, 1);
      }),
    );
  });

  it('is measured along a line through several points', () => {
    const way = [west, east, { lat: 10, lng: 10 }];
    const { offKm, alongKm } = offsetFromWay({ lat: 5, lng: 11 }, way);
    expect(offKm).toBeCloseTo(110.8, 0);
    expect(alongKm).toBeCloseTo(wayKm([west, east]) + 556, -1);
    expect(offsetFromWay(FIJI, [])).toEqual({ offKm: Number.POSITIVE_INFINITY, alongKm: 0 });
  });
});

describe('a line across the antimeridian', () => {
  it('is cut at the edge, at the same latitude on both sides', () => {
    const [before = [], after = [], ...more] = splitAtAntimeridian([FIJI, SAMOA]);
    expect(more).toEqual([]);
    expect(before[0]).toEqual(FIJI);
    expect(after.at(-1)).toEqual(SAMOA);
    expect(before.at(-1)?.lng).toBe(180);
    expect(after[0]?.lng).toBe(-180);
    expect(before.at(-1)?.lat).toBe(after[0]?.lat);
    expect(crossTrackKm({ lat: after[0]?.lat ?? 0, lng: 180 }, FIJI, SAMOA)).toBeCloseTo(0, 6);
  });

  it('is not cut if it does not cross', () => {
    const line = [LOS_ANGELES, CHICAGO];
    expect(splitAtAntimeridian(line)).toEqual([line]);
    expect(splitAtAntimeridian([])).toEqual([]);
  });

  it('never jumps in longitude, and keeps its length', () => {
    fc.assert(
      fc.property(fc.array(points, { minLength: 2, maxLength: 6 }), (line) => {
        fc.pre(
          line.every((point, i) => {
            const before = line[i - 1];
            return before === undefined || distanceKm(before, point) < HALF_ROUND - 10;
          }),
        );
        const parts = splitAtAntimeridian(line);
        for (const part of parts) {
          for (const [i, point] of part.entries()) {
            expect(isOnGlobe(point)).toBe(true);
            const before = part[i - 1];
            if (before) expect(Math.abs(point.lng - before.lng)).toBeLessThanOrEqual(180);
          }
        }
        const length = parts.reduce((sum, part) => sum + wayKm(part), 0);
        expect(length).toBeCloseTo(wayKm(line), 1);
      }),
    );
  });
});
