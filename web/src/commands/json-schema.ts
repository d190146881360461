/** A JSON Schema, read as far as a form needs it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const MAX_REFERENCES = 16;

/** Whether a value is an object with keys. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text of a schema, such as its title. */
export function textIn(schema: JsonSchema, key: string): string | undefined {
  const value = schema[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A number of a schema, such as a bound. */
export function numberIn(schema: JsonSchema, key: string): number | undefined {
  const value = schema[key];
  return typeof value === 'number' ? value : undefined;
}

/** The schemas in a list of a schema, such as those of `anyOf`. */
export function schemasIn(schema: JsonSchema, key: string): readonly JsonSchema[] {
  const value = schema[key];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Follows references within the document and merges `allOf`, so that a schema is self-contained. */
export function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let current = schema;
  for (let followed = 0; typeof current.$ref === 'string' && followed < MAX_REFERENCES; followed++) {
    const { $ref, ...beside } = current;
    const target = targetOf(String($ref), root);
    if (target === undefined) return beside;
    current = { ...target, ...beside };
  }
  const { allOf, ...own } = current;
  if (!Array.isArray(allOf)) return current;
  return schemasIn(current, 'allOf').reduce<JsonSchema>(
    (merged, part) => mergedSchemas(merged, resolved(part, root)),
    own,
  );
}

function targetOf(reference: string, root: JsonSchema): JsonSchema | undefined {
  if (!reference.startsWith('#')) return undefined;
  const path = reference.slice(1).split('/').slice(1);
  let target: unknown = root;
  for (const part of path) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    target = isRecord(target) ? target[key] : undefined;
  }
  return isRecord(target) ? target : undefined;
}

function mergedSchemas(first: JsonSchema, second: JsonSchema): JsonSchema {
  return {
    ...second,
    ...first,
    ...((isRecord(first.properties) || isRecord(second.properties)) && {
      properties: {
        ...(isRecord(first.properties) ? first.properties : {}),
        ...(isRecord(second.properties) ? second.properties : {}),
      },
    }),
    ...((Array.isArray(first.required) || Array.isArray(second.required)) && {
      required: [
        ...(Array.isArray(first.required) ? first.required : []),
        ...(Array.isArray(second.required) ? second.required : []),
      ],
    }),
  };
}
