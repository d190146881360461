import fc from 'fast-check';
import { expect, it } from 'vitest';
import { printable } from './printable.ts';

it('escapes terminal control sequences', () => {
  expect(printable('\u001b[31m \u009b1m \u202e \u2028 \u0000 \r')).toBe(
    '\\u001b[31m \\u009b1m \\u202e \\u2028 \\u0000 \\u000d',
  );
});

it('leaves text of any language, line feeds and tabs as they are', () => {
  const text = 'grün\t日本語 👋\nعربي';
  expect(printable(text)).toBe(text);
});

it('keeps the meaning of JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
      const json = { value, text };
      expect(JSON.parse(printable(JSON.stringify(json)))).toEqual(JSON.parse(JSON.stringify(json)));
    }),
  );
});
