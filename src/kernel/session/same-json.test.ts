import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '../../journal/integrity/canonical-json.ts';
import { sameJson } from './same-json.ts';

it('agrees with a comparison of canonical texts', () => {
  const value = fc
    .jsonValue({ maxDepth: 3, noUnicodeString: true })
    // No fact has a field of this name.
    .filter((json) => !JSON.stringify(json).includes('__proto__'))
    .map((json) => JSON.parse(JSON.stringify(json)));
  fc.assert(
    fc.property(value, value, (one, other) => {
      expect(sameJson(one, structuredClone(one))).toBe(true);
      expect(sameJson(one, other)).toBe(canonicalJson(one) === canonicalJson(other));
    }),
  );
});

it('ignores inherited properties', () => {
  expect(sameJson({}, Object.create({ a: 1 }))).toBe(true);
});

it.each([
  ['-0', { a: -0 }, { a: 0 }],
  ['undefined', { a: undefined }, {}],
  ['undefined twice', { a: undefined }, { a: undefined }],
  ['an array and an object', ['a'], { 0: 'a' }],
  ['null and an object', null, {}],
  ['a key of the prototype', { toString: 1 }, { valueOf: 1 }],
])('does not consider %s the same', (_, one, other) => {
  expect(sameJson(one, other)).toBe(false);
});
