import { geoInterpolate, geoPath } from 'd3-geo';
import { describe, expect, it } from 'vitest';
import { flatProjection, viewed } from './flat-projection.ts';

const SIZE = { width: 600, height: 300 };
const TOKYO = { lat: 35.69, lng: 139.69 };
const LOS_ANGELES = { lat: 34.05, lng: -118.24 };
const CHICAGO = { lat: 41.85, lng: -87.65 };

const coordinates = (points: readonly { readonly lat: number; readonly lng: number }[]) =>
  points.map(({ lat, lng }) => [lng, lat]);

describe('the flat map', () => {
  it.each([
    ['within a country', [LOS_ANGELES, CHICAGO]],
    ['over the antimeridian', [TOKYO, LOS_ANGELES]],
    ['around the globe', [TOKYO, CHICAGO, { lat: 48.86, lng: 2.35 }, { lat: -33.87, lng: 151.21 }]],
    ['with a single place', [CHICAGO]],
    [
      'near a pole',
      [
        { lat: 78.2, lng: 15.6 },
        { lat: 60.2, lng: 24.9 },
      ],
    ],
  ])('has every stop of a trip %s on it', (_, points) => {
    const projection = flatProjection(points, SIZE);
    for (const [x, y] of coordinates(points).map((at) => projection([at[0] ?? 0, at[1] ?? 0]) ?? [])) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(SIZE.width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(SIZE.height);
    }
  });

  it('draws the way from Tokyo to Los Angeles as one line across the Pacific', () => {
    const along = geoInterpolate([TOKYO.lng, TOKYO.lat], [LOS_ANGELES.lng, LOS_ANGELES.lat]);
    const way = Array.from({ length: 101 }, (_, at) => along(at / 100)).map(([lng, lat]) => ({ lat, lng }));
    const projection = flatProjection(way, SIZE);
    const path = geoPath(projection)({ type: 'LineString', coordinates: coordinates(way) }) ?? '';
    expect(path.match(/M/g)).toHaveLength(1);
    const [from, to] = [projection([139.69, 35.69]), projection([-118.24, 34.05])];
    expect(from?.[0]).toBeLessThan(to?.[0] ?? 0);
  });

  it('is moved and made larger around its middle', () => {
    const points = [LOS_ANGELES, CHICAGO];
    const plain = flatProjection(points, SIZE)([-118.24, 34.05]) ?? [0, 0];
    const near = viewed(
      flatProjection(points, SIZE),
      { scale: 2, x: 10, y: 0 },
      [300, 150],
    )([-118.24, 34.05]);
    expect(near?.[0]).toBeCloseTo(300 + (plain[0] - 300) * 2 + 10, 6);
  });
});
