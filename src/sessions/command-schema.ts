import { z } from 'zod';
import type { JsonSchema } from '../plan-tools/json-schema.ts';

type Node = z.core.JSONSchema._JSONSchema;

/**
 * The JSON Schema (draft 2020-12) of what a command or a config takes, before defaults are filled in. Titles,
 * descriptions and hints of `.meta()` are in it. Throws where JSON Schema cannot express the schema.
 */
export function inputSchemaOf(schema: z.ZodType): JsonSchema {
  return objectSchema(schema);
}

/**
 * The field that a person's text answers: the one required string that a partial command leaves open. Undefined when
 * there is none, or more than one. A choice of words is no such field.
 */
export function textFieldOf(
  schema: z.ZodType,
  given: { readonly [field: string]: unknown },
): string | undefined {
  const { properties = {}, required = [], $defs = {} } = objectSchema(schema);
  const isOpen = (field: string) => !Object.hasOwn(given, field) || given[field] === undefined;
  const open = required.filter((field) => isOpen(field) && isText(properties[field], $defs));
  return open.length === 1 ? open[0] : undefined;
}

/** The JSON Schema of the fields that a partial command leaves open. */
export function openSchemaOf(schema: z.ZodType, given: { readonly [field: string]: unknown }): JsonSchema {
  const { properties = {}, required = [], ...rest } = objectSchema(schema);
  const isOpen = (field: string) => given[field] === undefined;
  const left = required.filter(isOpen);
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([field]) => isOpen(field))),
    ...(left.length > 0 && { required: left }),
  };
}

function objectSchema(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      // Every whole number has these bounds; told to a person or a model, they are noise.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return json;
}

function isText(field: Node | undefined, named: Readonly<Record<string, Node>>): boolean {
  if (typeof field !== 'object') return false;
  if (field.$ref !== undefined) return isText(named[field.$ref.replace('#/$defs/', '')], {});
  return field.type === 'string' && field.enum === undefined && field.const === undefined;
}
