import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countTokens, isWithinTokens, truncateToTokens } from './tokens.ts';

/** Any string at all: lone surrogates, special tokens, and long runs too. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc
    .array(fc.constantFrom('\uD800', '\uDC00', '🧭', 'e\u0301', '<|endoftext|>', ' ', '\n', 'word', '漢'), {
      maxLength: 60,
    })
    .map((all) => all.join('')),
  fc
    .tuple(fc.constantFrom('a', ' ', '=', '漢', '\n', '🧭', 'aB'), fc.nat(1200))
    .map(([unit, times]) => unit.repeat(times)),
);

it('counts as the o200k_base encoding does', () => {
  expect(countTokens('')).toBe(0);
  expect(countTokens('hello world')).toBe(2);
  expect(countTokens('Wayfold plans, acts, repairs and replays.')).toBe(11);
});

it('counts special tokens as text', () => {
  expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
});

it('counts long runs in parts, so that none takes quadratic time', () => {
  expect(countTokens('a'.repeat(1 << 20))).toBe(countTokens('a'.repeat(256)) * 4096);
  for (const unit of [' ', '=', '漢', '\n', 'ab', '🧭', '- ']) {
    expect(countTokens(unit.repeat(300_000))).toBeGreaterThan(0);
  }
});

it('knows whether a text is within a limit exactly as it counts', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const count = countTokens(text);
      expect(isWithinTokens(text, count)).toBe(true);
      expect(isWithinTokens(text, count - 1)).toBe(false);
    }),
  );
});

it('returns a text that fits unchanged', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(truncateToTokens(text, countTokens(text))).toBe(text);
    }),
  );
});

it('never exceeds the limit, and keeps only a beginning and the marker', () => {
  fc.assert(
    fc.property(anyText, fc.nat(60), fc.constantFrom(undefined, '', '…', ' [gone]'), (text, max, marker) => {
      const cut = truncateToTokens(text, max, marker === undefined ? {} : { marker });
      expect(countTokens(cut)).toBeLessThanOrEqual(max);
      const kept =
        marker && cut.endsWith(marker) ? cut.slice(0, -marker.length) : cut.replace(/ … \[cut off\]$/, '');
      expect(text.startsWith(kept)).toBe(true);
    }),
  );
});

it('never splits a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.nat(40), (text, max) => {
      expect(truncateToTokens(text, max, { marker: '' }).isWellFormed()).toBe(true);
    }),
  );
});

it('uses the available space', () => {
  const text = 'one two three four five six seven eight nine ten '.repeat(100);
  expect(countTokens(truncateToTokens(text, 50, { marker: '…' }))).toBeGreaterThanOrEqual(48);
});

it('leaves out a marker that does not fit', () => {
  expect(truncateToTokens('one two three', 1, { marker: ' a marker of many words' })).toBe('one');
  expect(truncateToTokens('one two three', 0)).toBe('');
});
