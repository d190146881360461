import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelPlaces } from './label-places.ts';

describe('labels on the map', () => {
  it('never cover each other', () => {
    const point = fc.record({ x: fc.nat(400), y: fc.nat(300), width: fc.integer({ min: 20, max: 120 }) });
    fc.assert(
      fc.property(fc.array(point, { maxLength: 12 }), (points) => {
        const labelled = points.map((each, at) => ({ ...each, key: String(at), rank: 0 }));
        const places = labelPlaces(labelled, { width: 400, height: 300 });
        expect(places.size).toBeLessThanOrEqual(points.length);
        const centers = labelled.flatMap(({ key, x, y, width }) => {
          const side = places.get(key);
          if (side === undefined) return [];
          const dx = side === 'right' ? 14 + width / 2 : side === 'left' ? -14 - width / 2 : 0;
          const dy = side === 'above' ? -24 : side === 'below' ? 24 : 0;
          return [{ x: x + dx, y: y + dy, width }];
        });
        for (const [at, a] of centers.entries()) {
          for (const b of centers.slice(at + 1)) {
            const apart = Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= 20;
            expect(apart).toBe(true);
          }
        }
      }),
    );
  });

  it('keep clear of what has its place, named or not', () => {
    const size = { width: 400, height: 300 };
    const sight = { key: 'sight', x: 200, y: 160, width: 60, rank: 0 };
    const stop = { key: 'stop', x: 215, y: 150, width: 80 };
    expect(labelPlaces([sight], size, [{ ...stop, side: 'right' }]).get('sight')).toBe('left');
    expect(labelPlaces([sight], size, [{ ...stop, x: 230, side: 'left' }]).get('sight')).toBe('below');
    expect(labelPlaces([sight], size, [{ ...stop, x: 230, side: undefined }]).get('sight')).toBe('left');
  });

  it('go to the chosen stop first', () => {
    const places = labelPlaces(
      [
        { key: 'a', x: 60, y: 66, width: 30, rank: 0 },
        { key: 'b', x: 60, y: 68, width: 30, rank: 1 },
      ],
      { width: 110, height: 104 },
    );
    expect([...places.keys()][0]).toBe('b');
  });
});
