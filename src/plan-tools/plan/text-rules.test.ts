import { describe, expect, it } from 'vitest';
import { MAX_DETAILS, MAX_NOTE, MAX_OBJECTIVE, MAX_TITLE, optionalText, requiredText } from './text-rules.ts';

const line = { name: 'Title', field: 'title', most: MAX_TITLE, text: 'ascii' } as const;
const lines = {
  name: 'Details',
  field: 'details',
  most: MAX_DETAILS,
  multiline: true,
  text: 'ascii',
} as const;

describe('a text', () => {
  it.each([
    ['Objective', MAX_OBJECTIVE, 240],
    ['Title', MAX_TITLE, 160],
    ['Details', MAX_DETAILS, 512],
    ['Note', MAX_NOTE, 512],
  ])('%s may have %i characters and no more, spaces around it not counted', (name, most, documented) => {
    expect(most).toBe(documented);
    const rule = { name, field: 'f', most, text: 'ascii' } as const;
    expect(requiredText('x'.repeat(most), rule)).toHaveLength(most);
    expect(requiredText(` \n${'x'.repeat(most)}\t `, rule)).toHaveLength(most);
    expect(() => requiredText('x'.repeat(most + 1), rule)).toThrow(
      expect.objectContaining({
        message: `${name} must be <= ${most} characters.`,
        field: 'f',
        actual: `${most + 1} characters`,
      }),
    );
  });

  it('is checked for emptiness, then length, then characters', () => {
    expect(() => requiredText('\u00a0 \n', line)).toThrow('Title must not be empty.');
    expect(() => requiredText('\u00e9'.repeat(161), line)).toThrow('Title must be <= 160 characters.');
    expect(() => requiredText('\u{1f600}'.repeat(160), line)).toThrow('ASCII');
  });

  it('may have every printable ASCII character', () => {
    const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
    expect(requiredText(`x${printable}x`, line)).toBe(`x${printable}x`);
  });

  it('names the invalid character, and its position', () => {
    expect(() => requiredText('It\u20ac', line)).toThrow(
      'Title must be one line of printable ASCII; found U+20AC at character 3.',
    );
    expect(() => requiredText('a\u{1f600}', lines)).toThrow(
      'Details must be printable ASCII; found U+1F600 at character 2.',
    );
  });

  it('may have newlines and tabs where it may have several lines, and nowhere other control characters', () => {
    expect(requiredText('a\n\tb', lines)).toBe('a\n\tb');
    expect(() => requiredText('a\nb', line)).toThrow('one line');
    expect(() => requiredText('a\tb', line)).toThrow('U+0009');
    for (const control of ['\0', '\r', '\u001b', '\u007f', '\u0085', '\u2028']) {
      expect(() => requiredText(`a${control}b`, lines)).toThrow('ASCII');
      expect(() => requiredText(`a${control}b`, line)).toThrow('ASCII');
    }
  });

  it('counts as missing if it is blank and optional', () => {
    expect(optionalText(' \n ', lines)).toBeNull();
    expect(optionalText(null, lines)).toBeNull();
    expect(optionalText(undefined, lines)).toBeNull();
    expect(optionalText(' a ', lines)).toBe('a');
    expect(() => optionalText('\u00e9', lines)).toThrow('ASCII');
  });

  it('has typographic quotes, dashes and ellipses written in ASCII', () => {
    expect(requiredText('\u201cIt\u2019s\u201d \u2013 wait\u2026', line)).toBe(`"It's" - wait...`);
    expect(() => requiredText('\u2026'.repeat(54), line)).toThrow('<= 160');
  });
});

describe('a text in Unicode', () => {
  const any = { ...line, text: 'unicode' } as const;
  const anyLines = { ...lines, text: 'unicode' } as const;

  it('may have any characters, each counted once', () => {
    const words = 'R\u00e9sum\u00e9 \u2014 \u8a08\u753b \u{1f600} \u05e9\u05dc\u05d5\u05dd';
    expect(requiredText(` ${words}\n`, any)).toBe(words);
    expect(requiredText('\u{1f600}'.repeat(160), any)).toBe('\u{1f600}'.repeat(160));
    expect(() => requiredText('\u{1f600}'.repeat(161), any)).toThrow(
      expect.objectContaining({ code: 'invalid-tool-input', actual: '161 characters' }),
    );
    expect(requiredText('a\n\t\u00e9', anyLines)).toBe('a\n\t\u00e9');
  });

  it.each(['\0', '\r', '\u001b', '\u007f', '\u0085', '\u2028', '\u2029', '\ud800'])(
    'has no control characters and no half of a character: %j',
    (control) => {
      for (const rule of [any, anyLines]) {
        expect(() => requiredText(`a${control}b`, rule)).toThrow(
          expect.objectContaining({ code: 'invalid-tool-input', field: rule.field }),
        );
      }
      expect(() => requiredText('a\nb', any)).toThrow('U+000A');
    },
  );

  it('is refused if it has no visible character', () => {
    expect(() => requiredText('\u200b\u200d', any)).toThrow('must not be empty');
  });
});
