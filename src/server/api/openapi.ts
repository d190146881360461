import { z } from 'zod';
import { Problem } from './answers.ts';
import type { Operation } from './operation.ts';

type Json = Readonly<Record<string, unknown>>;

/** The OpenAPI document of these operations, made of the schemas that check them. */
export function openApiDocument(operations: readonly Operation[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const each of operations) {
    const path = `/api${each.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [each.method]: operationObject(each) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wayfold',
      version: '1',
      description: 'Sessions of the five planners: begin them, follow them, decide in them.',
    },
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
    security: [{}, { token: [] }],
  };
}

const KEY_HEADER: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A name for this one request. Sent again under it, it is done once.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

function operationObject(operation: Operation): Json {
  const { id, summary, pathSchema, querySchema, bodySchema, maxBody, takesKey, answer } = operation;
  const success = 'media' in answer ? 200 : answer.status;
  const content =
    'media' in answer
      ? { [answer.media]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: schemaOf(answer.schema, 'output') } };
  return {
    operationId: id,
    summary,
    parameters: [
      ...parametersOf(pathSchema, 'path'),
      ...parametersOf(querySchema, 'query'),
      ...(takesKey ? [KEY_HEADER] : []),
    ],
    ...(bodySchema && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(bodySchema, 'input') } },
      },
    }),
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

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
