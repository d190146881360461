import { z } from 'zod';
import type { JsonSchema } from '../plan-tools/json-schema.ts';

export { textFieldOf } from '../harness/module/text-field.ts';

/**
 * The JSON Schema (draft 2020-12) of what a command or a config takes, before defaults are filled in. Titles,
 * descriptions and hints of `.meta()` are in it. Throws where JSON Schema cannot express the schema.
 */
export function inputSchemaOf(schema: z.ZodType): JsonSchema {
  return objectSchema(schema);
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
