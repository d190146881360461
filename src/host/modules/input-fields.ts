/**
 * The names of the fields of an input, over all variants. Read through the Standard JSON Schema interface, because
 * the schema may come from another copy of Zod, or from another library.
 */
export function inputFields(schema: unknown): readonly string[] {
  return [...new Set([...keysOf(memberOf(schema, 'shape')), ...fieldsOf(jsonSchemaOf(schema))])];
}

/** Whether an input has fields, as far as its JSON Schema tells. */
export function takesObject(schema: unknown): boolean {
  const type = memberOf(jsonSchemaOf(schema), 'type');
  return type === undefined || type === 'object';
}

function jsonSchemaOf(schema: unknown): unknown {
  const input = memberOf(memberOf(memberOf(schema, '~standard'), 'jsonSchema'), 'input');
  if (typeof input !== 'function') return undefined;
  try {
    return input({ target: 'draft-2020-12' });
  } catch {
    // It has no JSON Schema; whoever publishes the command refuses that with a better message.
    return undefined;
  }
}

function fieldsOf(schema: unknown): string[] {
  const variants = ['anyOf', 'oneOf', 'allOf'].flatMap((word) => {
    const listed = memberOf(schema, word);
    return Array.isArray(listed) ? listed : [];
  });
  return [...keysOf(memberOf(schema, 'properties')), ...variants.flatMap(fieldsOf)];
}

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && key in value ? Reflect.get(value, key) : undefined;
}
