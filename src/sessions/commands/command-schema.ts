import { z } from 'zod';
import type { JsonSchema } from '../../plan-tools/calls/json-schema.ts';

export { textFieldOf } from '../../harness/module/text-field.ts';

/**
 * The JSON Schema (draft 2020-12) of the input of a command or a config, before defaults. It includes titles,
 * descriptions and hints from `.meta()`. Throws if JSON Schema cannot express it.
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
      // Every integer has these bounds; to people and models they are noise.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return json;
}

/** The JSON Schema of one object with the fields of all branches of a union. */
export function asOneObject({ anyOf, oneOf, ...schema }: JsonSchema): JsonSchema {
  const branches = [anyOf, oneOf].flatMap((choice) => (Array.isArray(choice) ? choice.map(Object) : []));
  if (branches.length === 0) return schema;
  const names = new Set(branches.flatMap(({ properties }) => Object.keys(Object(properties))));
  const choices = [...names].map((name) => [
    name,
    eitherOf(branches.flatMap(({ properties }) => Object(properties)[name] ?? [])),
  ]);
  const isRequired = (name: string) => branches.every(({ required = [] }) => required.includes(name));
  return { ...schema, properties: Object.fromEntries(choices), required: [...names].filter(isRequired) };
}

function eitherOf(schemas: readonly JsonSchema[]): unknown {
  const [first, ...others] = [...new Map(schemas.map((each) => [JSON.stringify(each), each])).values()];
  if (others.length === 0) return first;
  if (schemas.every((each) => 'const' in each)) {
    return { type: first?.type, enum: [...new Set(schemas.map((each) => each.const))] };
  }
  return { anyOf: schemas };
}
