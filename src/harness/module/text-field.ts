import { z } from 'zod';

type Node = z.core.JSONSchema._JSONSchema;

/**
 * The field that a person's text fills: the only required string that a partial command leaves open. `undefined` if
 * there is none, or more than one. An enumeration does not count.
 */
export function textFieldOf(
  schema: z.ZodType,
  given: { readonly [field: string]: unknown },
): string | undefined {
  const { properties = {}, required = [], $defs = {} } = z.toJSONSchema(schema, { io: 'input' });
  const isOpen = (field: string) => !Object.hasOwn(given, field) || given[field] === undefined;
  const open = required.filter((field) => isOpen(field) && isText(properties[field], $defs));
  return open.length === 1 ? open[0] : undefined;
}

function isText(field: Node | undefined, named: Readonly<Record<string, Node>>): boolean {
  if (typeof field !== 'object') return false;
  if (field.$ref !== undefined) return isText(named[field.$ref.replace('#/$defs/', '')], {});
  return field.type === 'string' && field.enum === undefined && field.const === undefined;
}
