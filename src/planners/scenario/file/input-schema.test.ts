import { describe, expect, it } from 'vitest';
import { argumentProblem, inputSchemaProblems } from './input-schema.ts';
import { patternProblem } from './safe-pattern.ts';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const problems = (schema: Readonly<Record<string, unknown>>) => inputSchemaProblems(schema, 'in');

describe('the schema of a tool', () => {
  it.each([
    { type: 'object' },
    object({ day: { type: 'string', format: 'date' }, tags: { type: 'array', items: { type: 'string' } } }),
    object({ to: { $ref: '#/$defs/place' } }, { $defs: { place: { type: 'string', minLength: 1 } } }),
    object(
      { from: { $ref: '#/$defs/day' }, to: { $ref: '#/$defs/day' } },
      { $defs: { day: { type: 'string' } } },
    ),
    object({ pattern: { type: 'string' }, $ref: { type: 'string' }, required: { type: 'boolean' } }),
    { $schema: 'http://json-schema.org/draft-07/schema#', ...object({ a: { const: 1 } }) },
  ])('is usable: %j', (schema) => {
    expect(problems(schema)).toEqual([]);
  });

  const deep = Array.from({ length: 60 }).reduce<object>((inner) => object({ a: inner }), { type: 'string' });
  const laughs = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [
      `d${at}`,
      { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
    ]),
  );

  it.each([
    ['no object', { type: 'string' }, 'in.type', /"object"/],
    ['no type', { properties: {} }, 'in.type', /"object"/],
    ['a reference to nothing', object({ a: { $ref: '#/$defs/b' } }), 'in.properties.a.$ref', /refers to/],
    [
      'a reference out of it',
      object({ a: { $ref: 'https://example.com/x' } }),
      'in.properties.a.$ref',
      /stay within/,
    ],
    [
      'itself inside itself',
      object({ a: { $ref: '#' } }),
      'in.properties.a.$ref.properties.a.$ref',
      /to itself/,
    ],
    [
      'a name for a part of it',
      object({ a: { $id: 'https://example.com/x' } }),
      'in.properties.a.$id',
      /not supported/,
    ],
    ['levels without end', deep as Record<string, unknown>, expect.any(String), /levels deep/],
    [
      'references that multiply',
      object({ a: { $ref: '#/$defs/d0' } }, { $defs: { ...laughs, d30: { type: 'string' } } }),
      'in',
      /more than 5000 checks/,
    ],
    [
      'a pattern that explodes',
      object({ a: { pattern: '^(a+)+$' } }),
      'in.properties.a.pattern',
      /repeats a group/,
    ],
    [
      'such a pattern under a name that looks like a keyword',
      object({ title: { pattern: '^(a+)+$' } }),
      'in.properties.title.pattern',
      /repeats a group/,
    ],
    [
      'such a pattern for names',
      object({}, { patternProperties: { '(a|a)*': {} } }),
      'in.patternProperties.(a|a)*',
      /repeats a group/,
    ],
    [
      'nonsense',
      object({ a: { type: 'string', pattern: '[' } }),
      'in.properties.a.pattern',
      /regular expression/,
    ],
  ])('is unusable with %s', (_, schema, path, message) => {
    expect(problems(schema)).toContainEqual({ path, message: expect.stringMatching(message) });
  });
});

describe('a pattern', () => {
  it.each([
    '^K-[0-9]{5}$',
    '^[A-Z][a-z]+( [A-Z][a-z]+)?$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^[^@]+@[^@]+$',
    '^(yes|no)$',
    '\\S',
  ])('is run: %s', (pattern) => {
    expect(patternProblem(pattern)).toBeUndefined();
  });

  it.each([
    '(a+)+$',
    '^(a|aa)*$',
    '(?:x*)*y',
    '^(\\w+\\s?)*$',
    '(a{1,99}){1,99}',
    `${'a?'.repeat(40)}${'a'.repeat(40)}`,
    'a{0,99}a{0,99}a{0,99}a{0,99}',
    '.*.*.*x',
    '(a)\\1',
    '(?=a+)a',
    '(?<!a)b',
    'a'.repeat(201),
    '(',
  ])('is not run: %s', (pattern) => {
    expect(patternProblem(pattern)).toEqual(expect.any(String));
  });
});

describe('arguments', () => {
  const schema = object(
    {
      day: { type: 'string', format: 'date' },
      seats: { type: 'array', items: { type: 'integer', minimum: 1 } },
    },
    { required: ['day'], additionalProperties: false },
  );

  it('that fit have no problem', () => {
    expect(argumentProblem(schema, { day: '2026-03-16', seats: [1, 2] })).toBeUndefined();
  });

  it.each([
    [{}, /the arguments: .*"day"/],
    [{ day: 'soon' }, /day: .*date/],
    [{ day: '2026-03-16', seats: [1, 0] }, /seats\.1: /],
    [{ day: '2026-03-16', extra: 1 }, /extra/],
    [{ day: 7 }, /day: .*string/],
  ])('that do not fit are reported with location and reason: %j', (args, message) => {
    expect(argumentProblem(schema, args)).toMatch(message);
  });
});
