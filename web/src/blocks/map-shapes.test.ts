import { describe, expect, it } from 'vitest';
import { mapShapes } from './map-shapes.ts';

describe('the shapes of a map', () => {
  it('leaves out what has no usable coordinates, and counts it', () => {
    const shapes = mapShapes({
      type: 'map',
      points: [
        { id: 'a', lat: 48.2, lng: 16.4 },
        { id: 'b', lat: 91, lng: 0 },
        { id: 'c', lat: Number.NaN, lng: 0 },
      ],
      lines: [
        { id: 'd', points: [[48, 16]] },
        {
          id: 'e',
          points: [
            [48, 16],
            [47, 15],
          ],
        },
      ],
    });
    expect(shapes.points.map(({ id }) => id)).toEqual(['a']);
    expect(shapes.lines.map(({ path }) => path.id)).toEqual(['e']);
    expect(shapes.unplaced).toBe(3);
    expect(shapes.places).toHaveLength(3);
  });
});
