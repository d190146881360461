import { expect, it } from 'vitest';
import { nextInLayers } from './nearest-place.ts';

const at = (x: number, y: number) => ({
  x,
  y,
  getBoundingClientRect: () => ({ x, y, width: 10, height: 10 }),
});
const [top, left, right, below] = [at(50, 0), at(0, 50), at(90, 50), at(0, 100)];
const all = [top, left, right, below];

it.each([
  ['ArrowDown', top, right],
  ['ArrowDown', left, below],
  ['ArrowUp', below, left],
  ['ArrowUp', right, top],
  ['ArrowRight', left, right],
  ['ArrowLeft', right, left],
  ['ArrowRight', top, undefined],
  ['ArrowDown', below, undefined],
  ['Enter', top, undefined],
])('%s leads to the next layer, or along the same one', (key, from, wanted) => {
  expect(nextInLayers(key, all, { from, layers: 'y' })).toBe(wanted);
});

it('goes by columns where the layers are columns', () => {
  expect(nextInLayers('ArrowRight', all, { from: left, layers: 'x' })).toBe(top);
  expect(nextInLayers('ArrowDown', all, { from: left, layers: 'x' })).toBe(below);
});
