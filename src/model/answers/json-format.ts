type Schema = Readonly<Record<string, unknown>>;

/** How a schema is passed to a provider with native support. */
export interface NativeFormat {
  readonly schema: Schema;
  /** Whether the schema is in the subset that OpenAI's strict mode supports. */
  readonly strict: boolean;
}

/** Providers enforce only object schemas; any other schema goes into the prompt. */
export function nativeFormat(schema: Schema): NativeFormat | undefined {
  if (schema.type !== 'object') return undefined;
  return { schema, strict: isStrict(schema) };
}

/** The instruction to answer in JSON, for models without native support. */
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

/** Every object closed, every property required, and no keyword that strict mode does not support. */
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
