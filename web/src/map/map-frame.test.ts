import { geoDistance } from 'd3-geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameAround } from './map-frame.ts';

const TOKYO = { lat: 35.69, lng: 139.69 };
const LOS_ANGELES = { lat: 34.05, lng: -118.24 };

describe('the piece of the globe that is shown', () => {
  it('lies in the Pacific for a trip from Tokyo to Los Angeles', () => {
    const { center, degrees } = frameAround([TOKYO, LOS_ANGELES]);
    expect(Math.abs(center.lng)).toBeGreaterThan(150);
    expect(degrees).toBeLessThan(45);
  });

  it('holds every point, wherever they lie', () => {
    const point = fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 6 }), (points) => {
        const frame = frameAround(points);
        if (frame.degrees === 80) return;
        for (const each of points) {
          const { center } = frame;
          const radians = geoDistance([center.lng, center.lat], [each.lng, each.lat]);
          expect((radians * 180) / Math.PI).toBeLessThanOrEqual(frame.degrees + 0.01);
        }
      }),
    );
  });

  it('is the whole globe when there is nothing on it', () => {
    expect(frameAround([]).degrees).toBe(80);
  });
});
