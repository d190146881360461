import { expect, it } from 'vitest';
import { isMapWorker } from './worker-address.ts';

const PAGE = 'http://127.0.0.1:4180/sessions/west?view=map';

it.each([
  ['/assets/maplibre-gl-worker-B1x_2-3.mjs', true],
  ['http://127.0.0.1:4180/assets/maplibre-gl-worker-B1x_2-3.mjs', true],
  ['http://127.0.0.1:9999/assets/maplibre-gl-worker-B1x_2-3.mjs', false],
  ['//evil.example/assets/maplibre-gl-worker-B1x_2-3.mjs', false],
  ['/assets/maplibre-gl-worker-a/../other.mjs', false],
  ['/api/sessions/west/attachments/0', false],
  ['blob:http://127.0.0.1:4180/1', false],
  ['data:text/javascript,1', false],
])('lets the map start its own worker only: %s %s', (address, isOne) => {
  expect(isMapWorker(address, PAGE)).toBe(isOne);
});
