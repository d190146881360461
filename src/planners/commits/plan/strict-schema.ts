import { isPlainObject } from '../../../journal/integrity/canonical-json.ts';
import { PLANNING_OUTPUT_SCHEMA } from './schema.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Keywords that OpenAI's strict mode rejects. Their limits are added to the description, where the model reads them.
 */
const REFUSED: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'pattern', '$schema', 'title']);

/**
 * Converts a closed schema for OpenAI's strict mode: every property required, optional ones nullable, without
 * unsupported keywords.
 */
export function strictForm(schema: Json): Json {
  const kept = Object.entries(schema).filter(([keyword]) => !REFUSED.has(keyword));
  const strict: Record<string, unknown> = Object.fromEntries(kept);
  const most = schema.maxLength;
  if (typeof most === 'number') {
    strict.description = `${schema.description ?? ''} At most ${most} characters.`.trim();
  }
  if (isPlainObject(schema.items)) strict.items = strictForm(schema.items);
  if (isPlainObject(schema.properties)) {
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    strict.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => {
        const form = isPlainObject(field) ? strictForm(field) : field;
        return [name, required.has(name) || !isPlainObject(form) ? form : nullable(form)];
      }),
    );
    strict.required = Object.keys(schema.properties);
  }
  return strict;
}

/** {@link PLANNING_OUTPUT_SCHEMA} for backends with native schema support. */
export const STRICT_PLANNING_SCHEMA = strictForm(PLANNING_OUTPUT_SCHEMA);

function nullable(form: Json): Json {
  const types = Array.isArray(form.type) ? form.type : [form.type];
  return { ...form, type: types.includes('null') ? types : [...types, 'null'] };
}
