import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BoundedOutput } from './bounded-output.ts';

function kept(pieces: readonly string[], maxBytes: number): string {
  const output = new BoundedOutput(maxBytes);
  for (const piece of pieces) output.write(piece);
  return output.text();
}

const MARKER = /\n\[… (\d+) bytes left out …\]\n/;

it('keeps everything that fits', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (pieces) => {
      const whole = pieces.join('');
      expect(kept(pieces, Buffer.byteLength(whole))).toBe(whole);
    }),
  );
});

it('keeps the beginning and the end of longer output, and counts the rest', () => {
  expect(kept(['abcdefgh', 'ijklmnop', 'qrst'], 8)).toBe('ab\n[… 12 bytes left out …]\nopqrst');
});

it('handles chunks that end exactly at the limit', () => {
  expect(kept(['ab', 'cdefgh', ''], 8)).toBe('abcdefgh');
  expect(kept(['ab', 'cdefgh', 'ij'], 8)).toBe('ab\n[… 2 bytes left out …]\nefghij');
  expect(kept(['ab', 'cd', 'efghij'], 8)).toBe('ab\n[… 2 bytes left out …]\nefghij');
  expect(kept(['abc'], 0)).toBe('\n[… 3 bytes left out …]\n');
});

it('never exceeds the limit, nor splits a character', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme' })),
      fc.integer({ min: 0, max: 40 }),
      (pieces, maxBytes) => {
        const whole = pieces.join('');
        fc.pre(Buffer.byteLength(whole) > maxBytes && !whole.includes('\ufffd'));
        const [head = '', left, tail = ''] = kept(pieces, maxBytes).split(MARKER);
        expect(Number(left)).toBe(Buffer.byteLength(whole) - maxBytes);
        expect(Buffer.byteLength(head + tail)).toBeLessThanOrEqual(maxBytes);
        expect([whole.startsWith(head), whole.endsWith(tail)]).toEqual([true, true]);
      },
    ),
  );
});
