import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerField, fieldsOf, needsInput, openFields, WHOLE_INPUT, wordsOf } from './command-fields.ts';

const schemaOf = (schema: z.ZodType) => ({ ...z.toJSONSchema(schema, { io: 'input' }) });
const kindsOf = (schema: z.ZodType) =>
  Object.fromEntries(fieldsOf(schemaOf(schema)).map(({ name, kind }) => [name, kind.type]));

describe('the fields of an input', () => {
  it('finds the kind of each field', () => {
    const input = z.strictObject({
      line: z.int().min(1),
      share: z.number().optional(),
      note: z.string(),
      sure: z.boolean(),
      order: z.enum(['a', 'b']),
      level: z.union([z.literal(1), z.literal(2)]),
      days: z.array(z.enum(['mon', 'tue'])),
      people: z.array(z.string()),
      place: z.object({ lat: z.number() }),
      sizes: z.array(z.number()),
      kind: z.literal('x'),
      any: z.unknown(),
    });
    expect(kindsOf(input)).toEqual({
      line: 'number',
      share: 'number',
      note: 'text',
      sure: 'boolean',
      order: 'choice',
      level: 'choice',
      days: 'choices',
      people: 'lines',
      place: 'json',
      sizes: 'json',
      kind: 'fixed',
      any: 'json',
    });
  });

  it('takes titles, descriptions, labels and other hints from the schema', () => {
    const input = z.strictObject({
      order: z
        .enum(['as-said', 'other'])
        .default('other')
        .meta({ title: 'Order', description: 'Of lines.', labels: { 'as-said': 'As said' } }),
      dueDate: z.string().max(10).meta({ multiline: true, placeholder: 'Soon', advanced: true }).optional(),
    });
    expect(fieldsOf(schemaOf(input))).toMatchObject([
      {
        label: 'Order',
        description: 'Of lines.',
        required: false,
        initial: 'other',
        kind: { options: [{ label: 'As said' }, { label: 'other' }] },
      },
      { label: 'Due date', placeholder: 'Soon', isAdvanced: true, kind: { multiline: true, maxLength: 10 } },
    ]);
  });

  it('says nothing of the bounds of exact integers', () => {
    expect(fieldsOf(schemaOf(z.object({ n: z.int() })))).toMatchObject([
      { kind: { min: undefined, max: undefined, isInteger: true } },
    ]);
  });

  it('takes null beside another schema as a field that may be empty', () => {
    const input = z.object({ a: z.string().nullable(), b: z.enum(['x']).nullable() });
    expect(fieldsOf(schemaOf(input))).toMatchObject([
      { nullable: true, kind: { type: 'text' } },
      { nullable: true, kind: { type: 'choice' } },
    ]);
    expect(fieldsOf({ properties: { a: { type: ['integer', 'null'] } } })).toMatchObject([
      { nullable: true, kind: { type: 'number' } },
    ]);
  });

  it('follows references and merges intersections', () => {
    const input = {
      allOf: [
        { type: 'object', properties: { a: { $ref: '#/$defs/Name' } }, required: ['a'] },
        { type: 'object', properties: { b: { $ref: '#/$defs/Loop' } } },
      ],
      $defs: { Name: { type: 'string', title: 'Name' }, Loop: { $ref: '#/$defs/Loop' } },
    };
    expect(fieldsOf(input)).toMatchObject([
      { name: 'a', label: 'Name', required: true, kind: { type: 'text' } },
      { name: 'b', required: false, kind: { type: 'json' } },
    ]);
  });

  it('asks for an input with variants as a whole', () => {
    const input = schemaOf(z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]));
    expect(fieldsOf(input)).toMatchObject([{ name: WHOLE_INPUT, required: true, kind: { type: 'json' } }]);
  });

  it('has no fields for an input without any', () => {
    expect(fieldsOf({})).toEqual([]);
    expect(fieldsOf(schemaOf(z.strictObject({})))).toEqual([]);
  });
});

describe('what a command needs', () => {
  it('needs input for a required field without a default', () => {
    expect(needsInput(fieldsOf(schemaOf(z.object({ a: z.string() }))))).toBe(true);
    expect(needsInput(fieldsOf(schemaOf(z.object({ a: z.string().optional() }))))).toBe(false);
    expect(
      needsInput(fieldsOf({ properties: { a: { type: 'string', default: 'x' } }, required: ['a'] })),
    ).toBe(false);
    expect(needsInput(fieldsOf(schemaOf(z.object({ a: z.literal('x') }))))).toBe(false);
  });

  it('does not ask for what is given', () => {
    const input = schemaOf(z.object({ taskId: z.int(), answer: z.string() }));
    expect(openFields(fieldsOf(input, { type: 'answer', taskId: 3 })).map(({ name }) => name)).toEqual([
      'answer',
    ]);
  });

  it('takes a plain answer where one text is all there is to fill in', () => {
    const one = fieldsOf(schemaOf(z.object({ answer: z.string(), kind: z.literal('x') })));
    expect(answerField(one)?.name).toBe('answer');
    expect(answerField(one, 'answer')?.name).toBe('answer');
    const two = fieldsOf(schemaOf(z.object({ answer: z.string(), more: z.string().optional() })));
    expect(answerField(two, 'answer')).toBeUndefined();
    expect(answerField(fieldsOf(schemaOf(z.object({ n: z.int() }))))).toBeUndefined();
  });

  it('reads the name of a field as words', () => {
    expect(['dueDate', 'due_date', 'due-date', 'line2', 'a'].map(wordsOf)).toEqual([
      'Due date',
      'Due date',
      'Due date',
      'Line2',
      'A',
    ]);
  });
});
