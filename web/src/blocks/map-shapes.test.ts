import { geoArea } from 'd3-geo';
import { describe, expect, it } from 'vitest';
import { mapShapes } from './map-shapes.ts';

const SQUARE = [
  [10, 10],
  [10, 20],
  [20, 20],
  [20, 10],
] as const;

describe('the shapes of a map', () => {
  it('takes the smaller side of a border, whichever way around it was written', () => {
    const { areas } = mapShapes({
      type: 'map',
      points: [],
      areas: [
        { id: 'a', points: SQUARE },
        { id: 'b', points: SQUARE.toReversed() },
      ],
    });
    expect(areas.map(({ shape }) => geoArea(shape) < 1)).toEqual([true, true]);
  });

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
