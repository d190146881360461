import { describe, expect, it } from 'vitest';
import { unbrokenRing } from '../scripts/unbroken-ring.ts';

describe('a ring of the base map', () => {
  it('continues across the antimeridian and never jumps across the world', () => {
    expect(
      unbrokenRing([
        [170, 60],
        [-170, 60],
        [-170, 70],
        [170, 70],
        [170, 60],
      ]),
    ).toEqual([
      [170, 60],
      [190, 60],
      [190, 70],
      [170, 70],
      [170, 60],
    ]);
  });

  it('is unchanged if it does not reach the antimeridian', () => {
    const ring = [
      [10, 60],
      [20, 60],
      [20, 70],
      [10, 60],
    ];
    expect(unbrokenRing(ring)).toEqual(ring);
  });

  it('is closed along the edge of the map if it goes around a pole', () => {
    expect(
      unbrokenRing([
        [0, -70],
        [120, -75],
        [-120, -72],
        [0, -70],
      ]),
    ).toEqual([
      [0, -70],
      [120, -75],
      [240, -72],
      [360, -70],
      [360, -90],
      [0, -90],
      [0, -70],
    ]);
  });
});
