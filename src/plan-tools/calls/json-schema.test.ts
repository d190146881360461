import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inputJsonSchema, outputJsonSchema, strictJsonSchema } from './json-schema.ts';

const schema = z.strictObject({
  name: z.string(),
  note: z.string().nullish(),
  size: z.int().optional(),
  tags: z.array(z.strictObject({ text: z.string(), why: z.string().nullish() })).optional(),
  mood: z.string().default('calm'),
});

const INT = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

describe('the JSON Schema of a tool', () => {
  it('has one type per input, at any depth, and makes properties with a default optional', () => {
    expect(inputJsonSchema(schema)).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string' },
        note: { type: 'string' },
        size: INT,
        tags: {
          type: 'array',
          items: {
            type: 'object',
            properties: { text: { type: 'string' }, why: { type: 'string' } },
            required: ['text'],
            additionalProperties: false,
          },
        },
        mood: { type: 'string', default: 'calm' },
      },
      required: ['name'],
      additionalProperties: false,
    });
  });

  it('allows null in an output, and requires properties with a default', () => {
    expect(outputJsonSchema(schema)).toMatchObject({
      properties: {
        note: { type: ['string', 'null'] },
        tags: { items: { properties: { why: { type: ['string', 'null'] } } } },
      },
      required: ['name', 'mood'],
      additionalProperties: false,
    });
    expect(outputJsonSchema(schema)).not.toHaveProperty('$schema');
  });

  it('requires everything in strict functions, nullable if optional', () => {
    expect(strictJsonSchema(schema)).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string' },
        note: { type: ['string', 'null'] },
        size: { ...INT, type: ['integer', 'null'] },
        tags: {
          type: ['array', 'null'],
          items: {
            type: 'object',
            properties: { text: { type: 'string' }, why: { type: ['string', 'null'] } },
            required: ['text', 'why'],
            additionalProperties: false,
          },
        },
        mood: { type: ['string', 'null'], default: 'calm' },
      },
      required: ['name', 'note', 'size', 'tags', 'mood'],
      additionalProperties: false,
    });
  });
});
