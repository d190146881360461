import { expect, it } from 'vitest';
import { linkAddress } from './link-address.ts';

it.each(['https://example.org/a', 'http://example.org/', 'mailto:me@example.org'])(
  'follows %s',
  (address) => {
    expect(linkAddress(address)).toBe(address);
  },
);

it.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'JaVaScRiPt:x',
  'data:text/html,x',
  'file:///etc',
  '/a',
  'a b',
  '',
])('does not follow %j', (address) => {
  expect(linkAddress(address)).toBeUndefined();
});
