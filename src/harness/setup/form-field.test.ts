import { describe, expect, it } from 'vitest';
import type { FieldValue } from './config-store.ts';
import { type FormField, fieldError, parsedValue } from './form-field.ts';

const field = (own: Partial<FormField>): FormField => ({ key: 'x', type: 'text', label: 'X', ...own });

const errorOf = (own: Partial<FormField>, value: FieldValue) =>
  fieldError(field(own), { values: { x: value }, loaded: undefined });

describe('what is typed into a field of numbers', () => {
  it.each<[FieldValue, FieldValue]>([
    ['12', 12],
    [' 1.5 ', 1.5],
    ['-3', -3],
    ['', undefined],
    ['   ', undefined],
    ['twelve', 'twelve'],
    ['1e999', '1e999'],
    [7, 7],
    [undefined, undefined],
  ])('%j is held as %j', (typed, held) => {
    expect(parsedValue(field({ type: 'number' }), typed)).toBe(held);
  });

  it('stays text in a field of text', () => {
    expect(parsedValue(field({ type: 'text' }), ' 12 ')).toBe(' 12 ');
  });
});

describe('a field', () => {
  const options = [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
  ];

  it.each<[string, Partial<FormField>, FieldValue]>([
    ['the lower bound', { type: 'number', min: 1, max: 3 }, 1],
    ['the upper bound', { type: 'number', min: 1, max: 3 }, 3],
    ['a whole number', { type: 'number', integer: true }, 2],
    ['a fraction where none is forbidden', { type: 'number' }, 1.5],
    ['true', { type: 'checkbox' }, true],
    ['one of its options', { type: 'select', options }, 'b'],
    ['an option that follows from the form', { type: 'select', options: () => options }, 'a'],
    ['several of its options', { type: 'checkbox-group', options }, ['a', 'b']],
    ['no option, unless it is required', { type: 'checkbox-group', options }, []],
    ['text', { type: 'textarea' }, 'words'],
    ['nothing, unless it is required', { type: 'secret' }, undefined],
    ['spaces, unless it is required', { type: 'text' }, '  '],
  ])('takes %s', (_, own, value) => {
    expect(errorOf(own, value)).toBeUndefined();
  });

  it.each<[string, Partial<FormField>, FieldValue, string]>([
    ['just under the bounds', { type: 'number', min: 1, max: 3 }, 0.9, 'X must be from 1 to 3.'],
    ['just over the bounds', { type: 'number', min: 1, max: 3 }, 3.1, 'X must be from 1 to 3.'],
    ['a number without end', { type: 'number' }, Number.POSITIVE_INFINITY, 'X must be a number.'],
    ['on where a number is meant', { type: 'number' }, true, 'X must be a number.'],
    ['a list where text is meant', { type: 'text' }, [], 'X must be text.'],
    ['a number where long text is meant', { type: 'textarea' }, 5, 'X must be text.'],
    ['on where a secret is meant', { type: 'secret' }, true, 'X must be text.'],
    ['a choice without options', { type: 'select' }, 'a', 'X must be one of its options.'],
    [
      'one option that is none',
      { type: 'checkbox-group', options },
      ['a', 'c'],
      'X must be some of its options.',
    ],
    [
      'an option that is not in a list',
      { type: 'checkbox-group', options },
      'a',
      'X must be some of its options.',
    ],
    ['nothing when it is required', { type: 'number', required: true }, undefined, 'X is missing.'],
    ['nothing when a check would be fine', { required: true, check: () => undefined }, '', 'X is missing.'],
  ])('refuses %s', (_, own, value, error) => {
    expect(errorOf(own, value)).toBe(error);
  });

  it('is checked by its own rule only when its type is right, and with the whole form', () => {
    const seen: unknown[] = [];
    const own: Partial<FormField> = {
      type: 'number',
      check: (value, { values, loaded }) => {
        seen.push([value, values, loaded]);
        return 'Not today.';
      },
    };
    expect(errorOf(own, 'words')).toBe('X must be a number.');
    expect(errorOf(own, undefined)).toBeUndefined();
    expect(seen).toEqual([]);
    expect(errorOf(own, 5)).toBe('Not today.');
    expect(seen).toEqual([[5, { x: 5 }, undefined]]);
  });

  it('that is hidden is not even checked by its own rule', () => {
    expect(errorOf({ visible: () => false, check: () => 'no' }, 'a')).toBeUndefined();
    expect(errorOf({ visible: () => true, check: () => 'no' }, 'a')).toBe('no');
  });
});
