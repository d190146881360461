import { z } from 'zod';
import { Problem } from '../../problem.ts';
import type { Operation } from '../operation.ts';
import { SessionAnswer } from './response-schemas.ts';

type Json = Readonly<Record<string, unknown>>;

/** Schemas used by many operations. */
const SHARED: readonly (readonly [name: string, schema: z.ZodType])[] = [
  ['Problem', Problem],
  ['Session', SessionAnswer],
];

/** The OpenAPI document of these operations, generated from the schemas that validate them. */
export function openApiDocument(operations: readonly Operation[]): Json {
  const schemas = new Schemas();
  for (const [name, schema] of SHARED) schemas.share(name, schema);
  const paths: Record<string, Record<string, Json>> = {};
  for (const each of operations) {
    const path = `/api${each.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [each.method]: operationObject(each, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wayfold',
      version: '1',
      description: 'Sessions with planners: create them, follow them, decide in them.',
    },
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
    security: [{}, { token: [] }],
  };
}

const KEY_HEADER: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'An idempotency key. A repeated request with the same key runs once.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

function operationObject(operation: Operation, schemas: Schemas): Json {
  const { id, summary, pathSchema, querySchema, bodySchema, bodyJson, maxBody, takesKey, answer } = operation;
  const success = 'media' in answer ? 200 : answer.status;
  const content =
    'media' in answer
      ? { [answer.media]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: schemas.of(answer.schema, 'output', `${id}Response`) } };
  const body = bodyJson
    ? schemas.register(bodyJson(), id)
    : bodySchema && schemas.of(bodySchema, 'input', `${id}Body`);
  return {
    operationId: id,
    summary,
    parameters: [
      ...parametersOf(pathSchema, 'path'),
      ...parametersOf(querySchema, 'query'),
      ...(takesKey ? [KEY_HEADER] : []),
    ],
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    ...(maxBody !== undefined && {
      requestBody: { required: true, content: { 'application/octet-stream': {} } },
    }),
    responses: {
      [success]: { description: 'Done.', content },
      default: {
        description: 'Refused, with what was expected, what was there, and what to do.',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }));
}

/** JSON Schemas in one document: nested definitions move to its components, where references find them. */
class Schemas {
  readonly components: Record<string, unknown> = {};
  readonly #shared = new Map<z.ZodType, Json>();

  share(name: string, schema: z.ZodType): void {
    this.components[name] = this.of(schema, 'output', name);
    this.#shared.set(schema, { $ref: `#/components/schemas/${name}` });
  }

  of(schema: z.ZodType, io: 'input' | 'output', name: string): Json {
    const shared = this.#shared.get(schema);
    if (shared) return shared;
    const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
    return this.register(json, name);
  }

  register(json: Json, name: string): Json {
    const rewritten = this.#rewritten(json, `${name}_`);
    return isObject(rewritten) ? rewritten : {};
  }

  #rewritten(value: unknown, prefix: string): unknown {
    if (Array.isArray(value)) return value.map((item, at) => this.#rewritten(item, `${prefix}${at}_`));
    if (!isObject(value)) return value;
    const { $defs, ...rest } = value;
    for (const [name, definition] of Object.entries(isObject($defs) ? $defs : {})) {
      this.components[`${prefix}${name}`] = this.#inside(definition, prefix);
    }
    return $defs === undefined ? this.#fields(rest, prefix) : this.#inside(rest, prefix);
  }

  /** A schema with its references pointing to the components. */
  #inside(value: unknown, prefix: string): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#inside(item, prefix));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) =>
        key === '$ref' && typeof field === 'string'
          ? [key, field.replace(/^#\/\$defs\//, `#/components/schemas/${prefix}`)]
          : [key, this.#inside(field, prefix)],
      ),
    );
  }

  #fields(value: Json, prefix: string): Json {
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [key, this.#rewritten(field, prefix)]),
    );
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
