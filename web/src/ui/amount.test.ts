import { expect, it } from 'vitest';
import { amountText, durationText } from './amount.ts';

it.each([
  [850, '850 ms'],
  [1000, '1 s'],
  [59_499, '59 s'],
  [59_600, '1 min'],
  [200_000, '3 min 20 s'],
  [3_600_000, '1 h'],
  [3_660_000, '1 h 1 min'],
])('%i milliseconds are %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

it('says what was spent in its own unit', () => {
  expect(amountText('tokens', 12_345)).toBe('12,345 tokens');
  expect(amountText('usd', 0.0123)).toBe('$0.0123');
  expect(amountText('seconds', 90)).toBe('1 min 30 s');
});
