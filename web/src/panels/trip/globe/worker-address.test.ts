import { expect, it } from 'vitest';
import { isGlobeWorker } from './worker-address.ts';

const PAGE = 'http://127.0.0.1:4180/sessions/west?view=map';

it.each([
  ['/assets/cesium-1.145.0/Workers/createVerticesFromHeightmap.js', true],
  ['http://127.0.0.1:4180/assets/cesium-1.145.0/Workers/transferTypedArrayTest.js', true],
  ['http://127.0.0.1:9999/assets/cesium-1.145.0/Workers/transferTypedArrayTest.js', false],
  ['//evil.example/assets/cesium-1.145.0/Workers/a.js', false],
  ['/assets/cesium-1.145.0/Workers/../../other.js', false],
  ['/api/sessions/west/attachments/0', false],
  ['blob:http://127.0.0.1:4180/1', false],
  ['data:text/javascript,1', false],
])('lets the globe start workers of its own only: %s %s', (address, isOne) => {
  expect(isGlobeWorker(address, PAGE)).toBe(isOne);
});
