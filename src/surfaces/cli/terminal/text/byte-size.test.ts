import { expect, it } from 'vitest';
import { byteSize } from './byte-size.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [12_345, '12 kB'],
  [999_499, '999 kB'],
  [999_999, '1.0 MB'],
  [83_000_000_000, '83 GB'],
  [5e18, '5000000 TB'],
])('%i bytes are %s', (bytes, text) => {
  expect(byteSize(bytes)).toBe(text);
});
