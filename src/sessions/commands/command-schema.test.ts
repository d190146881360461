import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inputSchemaOf, textFieldOf } from './command-schema.ts';
import { schemaFields } from './schema-field.ts';

describe('the schema of an input', () => {
  it('describes the input with titles and hints, without noise', () => {
    const schema = z.strictObject({
      title: z.string().min(1).meta({ title: 'Title', placeholder: 'Retro' }),
      line: z.int().optional(),
      order: z.enum(['as written', 'decisions first']).default('as written'),
    });
    expect(inputSchemaOf(schema)).toEqual({
      type: 'object',
      properties: {
        title: { type: 'string', minLength: 1, title: 'Title', placeholder: 'Retro' },
        line: { type: 'integer' },
        order: { type: 'string', enum: ['as written', 'decisions first'], default: 'as written' },
      },
      required: ['title'],
      additionalProperties: false,
    });
  });

  it('keeps bounds that were chosen', () => {
    expect(inputSchemaOf(z.int().min(1).max(9))).toEqual({ type: 'integer', minimum: 1, maximum: 9 });
  });
});

describe('the fields of an input', () => {
  it('are those of all branches of a union, and required if every branch requires them', () => {
    const input = z.discriminatedUnion('why', [
      z.strictObject({ why: z.literal('mistake') }),
      z.strictObject({ why: z.literal('other'), reason: z.string() }),
    ]);
    expect(schemaFields(inputSchemaOf(input))).toMatchObject([
      { key: 'why', choices: ['mistake', 'other'], required: true },
      { key: 'reason', kind: 'text', required: false },
    ]);
  });
});

describe('the field that a text answers', () => {
  const answer = z.strictObject({ taskId: z.int(), text: z.string().min(1), note: z.string().optional() });

  it('is the only required string', () => {
    expect(textFieldOf(answer, { type: 'answer', taskId: 3 })).toBe('text');
  });

  it('is none if the string is given', () => {
    expect(textFieldOf(answer, { text: 'yes' })).toBeUndefined();
  });

  it('is none if two are open, and the other one if one of them is given', () => {
    const move = z.strictObject({ from: z.string(), to: z.string() });
    expect(textFieldOf(move, {})).toBeUndefined();
    expect(textFieldOf(move, { from: 'Munich' })).toBe('to');
  });

  it('may have a name of its own in the schema', () => {
    const Reason = z.string().meta({ id: 'TestReason' });
    expect(textFieldOf(z.strictObject({ reason: Reason, other: Reason.optional() }), {})).toBe('reason');
  });

  it.each([
    ['a choice', z.strictObject({ order: z.enum(['a', 'b']) })],
    ['a number', z.strictObject({ line: z.int() })],
    ['optional text', z.strictObject({ text: z.string().optional() })],
    ['text with a default', z.strictObject({ text: z.string().default('x') })],
    ['no fields', z.strictObject({})],
    ['no object', z.string()],
  ])('is none in %s', (_, schema) => {
    expect(textFieldOf(schema, {})).toBeUndefined();
  });
});
