import { describe, expect, it } from 'vitest';
import { firstLine } from './title-from-text.ts';

describe('the title of a text', () => {
  it.each([
    ['Paint the house\nand the fence', 'Paint the house'],
    ['  Prepare the sale:\n- collect the prices', 'Prepare the sale'],
    ['Buy flour, yeast', 'Buy flour, yeast'],
    ['', ''],
  ])('is its first line: %j', (text, title) => {
    expect(firstLine(text)).toBe(title);
  });

  it('ends at a whole character', () => {
    expect(firstLine(`${'x'.repeat(199)}👍👍`)).toBe('x'.repeat(199));
  });
});
