type Schema = Readonly<Record<string, unknown>>;

/** How a schema is handed to a provider that can hold a model to it. */
export interface NativeFormat {
  readonly schema: Schema;
  /** Whether the schema is of the narrow kind that OpenAI's strict mode takes. */
  readonly strict: boolean;
}

/** Providers hold models only to objects; of another schema the model is told in words. */
export function nativeFormat(schema: Schema): NativeFormat | undefined {
  if (schema.type !== 'object') return undefined;
  return { schema, strict: isStrict(schema) };
}

/** What a model is told when nothing else makes it answer in JSON. */
export function jsonInstruction({
  name,
  schema,
}: {
  readonly name: string;
  readonly schema: Schema;
}): string {
  return `Answer with nothing but one JSON value (${name}) of this JSON Schema, without a code fence:\n${JSON.stringify(schema)}`;
}

const TAKEN_BY_STRICT = new Set([
  '$defs',
  '$ref',
  '$schema',
  'additionalProperties',
  'anyOf',
  'const',
  'description',
  'enum',
  'items',
  'properties',
  'required',
  'title',
  'type',
]);

/** Every object closed, every property required, and no keyword that strict mode does not know. */
function isStrict(node: unknown): boolean {
  if (!isSchema(node)) return false;
  if (Object.keys(node).some((keyword) => !TAKEN_BY_STRICT.has(keyword))) return false;
  const { properties = {}, required = [], $defs = {}, anyOf = [], items } = node;
  if (!isSchema(properties) || !isSchema($defs) || !Array.isArray(anyOf) || !Array.isArray(required))
    return false;
  if (node.type === 'object') {
    const isOpen = node.additionalProperties !== false;
    if (isOpen || Object.keys(properties).some((name) => !required.includes(name))) return false;
  }
  const inner = [...Object.values(properties), ...Object.values($defs), ...anyOf];
  return (items === undefined ? inner : [...inner, items]).every(isStrict);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
