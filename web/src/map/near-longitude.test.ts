import { describe, expect, it } from 'vitest';
import { boundsOf, longitudeNear, unbroken } from './near-longitude.ts';

const TOKYO = { lat: 35.69, lng: 139.69 };
const LOS_ANGELES = { lat: 34.05, lng: -118.24 };

describe('longitudes over the antimeridian', () => {
  it('go on beyond 180 instead of jumping', () => {
    expect(longitudeNear(-118.24, 139.69)).toBeCloseTo(241.76, 6);
    expect(longitudeNear(10, 20)).toBe(10);
    const lngs = unbroken([TOKYO, { lat: 45, lng: 179 }, { lat: 45, lng: -179 }, LOS_ANGELES]).map(
      ({ lng }) => lng,
    );
    expect(lngs).toEqual(lngs.toSorted((a, b) => a - b));
  });

  it('give bounds that hold the short way', () => {
    const [west, south, east, north] = boundsOf([TOKYO, LOS_ANGELES]) ?? [0, 0, 0, 0];
    expect(east - west).toBeLessThan(120);
    expect([south, north]).toEqual([34.05, 35.69]);
    expect(boundsOf([])).toBeUndefined();
  });
});
