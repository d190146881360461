import type { Context } from 'hono';
import { z } from 'zod';
import { jsonBody, parsed } from './request.ts';

/** A validated request. */
interface Asked<Path, Query, Body> {
  readonly c: Context;
  readonly path: Path;
  readonly query: Query;
  readonly body: Body;
}

/** One operation of the API: its address, input and response. */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'delete';
  /** In Hono's syntax: `/sessions/:id`. */
  readonly path: string;
  readonly summary: string;
  readonly pathSchema: z.ZodObject | undefined;
  readonly querySchema: z.ZodObject | undefined;
  readonly bodySchema: z.ZodType | undefined;
  /** The JSON Schema of the body, if the document should be more specific than the validation here. */
  readonly bodyJson?: () => Readonly<Record<string, unknown>>;
  /** The maximum body size in bytes, if not the default. */
  readonly maxBody?: number;
  /** The response: JSON of this schema, or another media type. */
  readonly answer: { readonly status: 200 | 201; readonly schema: z.ZodType } | { readonly media: string };
  /** Whether the operation supports the Idempotency-Key header. */
  readonly takesKey?: boolean;
  handle(c: Context): Promise<Response>;
}

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** An operation that validates its input before it runs. */
export function operation<
  Path extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  definition: Pick<Operation, 'id' | 'summary' | 'answer' | 'maxBody' | 'takesKey' | 'bodyJson'> & {
    /** The method and path, in Hono's syntax. */
    readonly route: `${Uppercase<Operation['method']>} ${string}`;
    readonly params?: Path;
    readonly query?: Query;
    readonly body?: Body;
    handle(asked: Asked<OutputOf<Path>, OutputOf<Query>, OutputOf<Body>>): Promise<Response>;
  },
): Operation {
  const { route, params, query, body, handle, ...rest } = definition;
  const [, method = 'get', path = ''] = /^(\w+) (.+)$/.exec(route) ?? [];
  const from = <Schema extends z.ZodObject | undefined>(
    schema: z.ZodObject | undefined,
    input: unknown,
    where: 'query' | 'path',
  ) =>
    // Without a schema this part is ignored.
    (schema === undefined ? undefined : parsed(schema, input, where)) as OutputOf<Schema>;
  return {
    ...rest,
    // The type of a route guarantees it.
    method: method.toLowerCase() as Operation['method'],
    path,
    pathSchema: params,
    querySchema: query,
    bodySchema: body,
    handle: async (c) =>
      await handle({
        c,
        path: from<Path>(params, c.req.param(), 'path'),
        query: from<Query>(query, c.req.query(), 'query'),
        body: (body === undefined ? undefined : parsed(body, await jsonBody(c), 'body')) as OutputOf<Body>,
      }),
  };
}

/** An integer in a query or path. */
export const integerParameter = z
  .string()
  .regex(/^\d{1,15}$/, 'not a whole number in digits')
  .transform(Number)
  .pipe(z.int().min(0));
