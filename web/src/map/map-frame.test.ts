import { geoDistance } from 'd3-geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameAround, heightFor } from './map-frame.ts';

const TOKYO = { lat: 35.69, lng: 139.69 };
const LOS_ANGELES = { lat: 34.05, lng: -118.24 };
const CHICAGO = { lat: 41.85, lng: -87.65 };

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

  it('is seen from higher up the farther it reaches', () => {
    const view = { across: Math.PI / 6, upright: Math.PI / 8 };
    const height = (degrees: number) =>
      heightFor({ center: { lat: 0, lng: 0 }, degrees, eastWest: degrees, northSouth: degrees }, view);
    expect(height(2)).toBeLessThan(height(15));
    expect(height(15)).toBeLessThan(height(60));
    expect(height(180)).toBeLessThan(100_000);
  });

  it('is seen from nearer on a screen as wide as the trip', () => {
    const frame = frameAround([LOS_ANGELES, CHICAGO]);
    expect(frame.eastWest).toBeGreaterThan(2 * frame.northSouth);
    const wide = heightFor(frame, { across: 0.5, upright: 0.25 });
    expect(wide).toBeLessThan(heightFor(frame, { across: 0.25, upright: 0.5 }));
  });

  it('is the whole globe when there is nothing on it', () => {
    expect(frameAround([]).degrees).toBe(80);
  });
});
