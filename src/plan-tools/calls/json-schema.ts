import { z } from 'zod';

/** A JSON Schema as it goes over the wire. */
export type JsonSchema = { readonly [keyword: string]: unknown };

type Node = z.core.JSONSchema.BaseSchema;

/**
 * A tool's input for models. Where null means the same as absence only the type itself is offered: several
 * providers refuse unions of types in tool schemas.
 */
export function inputJsonSchema(schema: z.ZodObject): JsonSchema {
  return jsonSchema(schema, 'input', (node) => {
    const [first] = Array.isArray(node.type) ? node.type : [];
    if (first !== undefined) node.type = first;
  });
}

export function outputJsonSchema(schema: z.ZodObject): JsonSchema {
  return jsonSchema(schema, 'output');
}

/** A tool's input for strict function calling: every property is required, and nullable if it may be absent. */
export function strictJsonSchema(schema: z.ZodObject): JsonSchema {
  return jsonSchema(schema, 'input', (node) => {
    if (node.properties === undefined) return;
    const required = new Set(node.required);
    for (const [name, property] of Object.entries(node.properties)) {
      if (!required.has(name) && typeof property === 'object' && typeof property.type === 'string') {
        property.type = [property.type, 'null'];
      }
    }
    node.required = Object.keys(node.properties);
  });
}

function jsonSchema(
  schema: z.ZodObject,
  io: 'input' | 'output',
  adapt: (node: Node) => void = () => undefined,
): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io });
  visit(json, adapt);
  return json;
}

/** The schemas of tools are objects, arrays and plain types; no others are nested. */
function visit(node: Node, adapt: (node: Node) => void): void {
  adapt(node);
  const inner = [...Object.values(node.properties ?? {}), ...[node.items ?? []].flat()];
  for (const each of inner) if (typeof each === 'object') visit(each, adapt);
}
