import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnWidth, cutToColumns } from './column-width.ts';

describe('columnWidth', () => {
  it.each([
    ['plain', 5],
    ['grün', 4],
    ['日本語', 6],
    ['👋', 2],
    ['e\u0301', 1],
    ['', 0],
  ])('%s takes %i columns', (text, width) => {
    expect(columnWidth(text)).toBe(width);
  });
});

describe('cutToColumns', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcd…'],
    ['日本語', 5, '日本…'],
    ['👋👋', 2, '…'],
  ])('cuts %s to %i columns as %s', (text, columns, cut) => {
    expect(cutToColumns(text, columns)).toBe(cut);
  });

  it('never gives more than fits, and changes nothing that fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, columns) => {
        const cut = cutToColumns(text, columns);
        expect(columnWidth(cut)).toBeLessThanOrEqual(columns);
        if (columnWidth(text) <= columns) expect(cut).toBe(text);
      }),
    );
  });
});
