import { expect, it } from 'vitest';
import { isOther } from './page-version.ts';

const PAGE = '<head><script type="module" crossorigin src="/assets/index-BV744xKY.js"></script></head>';

it('takes a page with the same scripts for the same, and one with others for another', () => {
  expect(isOther(PAGE, ['/assets/index-BV744xKY.js'])).toBe(false);
  expect(isOther(PAGE, ['/assets/index-A1b2C3d4.js'])).toBe(true);
  expect(isOther(PAGE, [])).toBe(false);
});
