import { expect, it } from 'vitest';
import { nearestInDirection } from './nearest-place.ts';

const at = (x: number, y: number) => ({
  x,
  y,
  getBoundingClientRect: () => ({ x, y, width: 10, height: 10 }),
});
const [here, right, farRight, below, aslant] = [at(0, 0), at(100, 10), at(200, 0), at(0, 60), at(60, 60)];
const all = [here, right, farRight, below, aslant];

it.each([
  ['ArrowRight', right],
  ['ArrowDown', below],
  ['ArrowLeft', undefined],
  ['Home', here],
  ['End', aslant],
  ['Enter', undefined],
])('%s leads to the nearest in its direction', (key, wanted) => {
  expect(nearestInDirection(key, all, here)).toBe(wanted);
});

it('leads nowhere from something else', () => {
  expect(nearestInDirection('ArrowRight', all, undefined)).toBeUndefined();
});
