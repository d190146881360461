import { describe, expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

describe('a text in ASCII', () => {
  it.each([
    [
      'quotes',
      '\u2018a\u2019 \u201ab\u201b \u201cc\u201d \u201ed\u201f \u00abe\u00bb 5\u2032 6\u2033',
      `'a' 'b' "c" "d" "e" 5' 6"`,
    ],
    ['dashes', 'a\u2010b\u2011c\u2012d\u2013e\u2014f\u2015g\u2212h', 'a-b-c-d-e-f-g-h'],
    ['bullets and dots', '\u2022 a \u00b7 b\u2026', '* a * b...'],
    ['signs', '2 \u00d7 3 \u2190 \u2192 \u21d2 \u2264 \u2265 \u2260', '2 x 3 <- -> => <= >= !='],
    ['spaces', 'a\u00a0b\u2003c\u202fd\u3000e', 'a b c d e'],
    ['what is not seen', 'a\u00adb\u200bc\u2060d\ufeffe', 'abcde'],
    ['letters with accents', '\u00e9\u00d1\u00fc\u0159 e\u0301', 'eNur e'],
    [
      'letters of their own',
      '\u00df\u00e6\u00c6\u0153\u0152\u00f8\u00d8\u0142\u0141\u0111\u0110\u0131',
      'ssaeAEoeOEoOlLdDi',
    ],
    ['ligatures', '\ufb01\ufb03', 'fiffi'],
  ])('has plain %s', (_, text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  it.each(['', ' a\tb\n~', '\u8a08\u753b', '\u{1f389}', '\u00bd', 'a\rb', '\u0000\u007f', '\u20ac'])(
    'keeps characters without an ASCII form, and ASCII: %j',
    (text) => {
      expect(plainText(text)).toBe(text);
    },
  );
});
