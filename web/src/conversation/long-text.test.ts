import { expect, it } from 'vitest';
import { shortened } from './long-text.tsx';

it('leaves short texts alone, and folds long ones at a line', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}`).join('\n');
  expect(shortened(lines(16))).toBeUndefined();
  expect(shortened(lines(17))).toBe(lines(14));
  expect(shortened('x'.repeat(1400))).toBeUndefined();
  expect(shortened('x'.repeat(2000))).toHaveLength(1200);
});
