import type { Context } from 'hono';
import { z } from 'zod';
import { jsonBody, parsed } from './request.ts';

/** What a request asks for, checked. */
interface Asked<Path, Query, Body> {
  readonly c: Context;
  readonly path: Path;
  readonly query: Query;
  readonly body: Body;
}

/** One thing that can be asked of the API: how it is addressed, what it takes, and what it answers. */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'delete';
  /** As Hono writes it: `/sessions/:id`. */
  readonly path: string;
  readonly summary: string;
  readonly pathSchema: z.ZodObject | undefined;
  readonly querySchema: z.ZodObject | undefined;
  readonly bodySchema: z.ZodType | undefined;
  /** The JSON Schema of the body, where the document says more than is checked here. */
  readonly bodyJson?: () => Readonly<Record<string, unknown>>;
  /** The largest body, in bytes, when another one than usual. */
  readonly maxBody?: number;
  /** What is answered: JSON of this schema, or another media type. */
  readonly answer: { readonly status: 200 | 201; readonly schema: z.ZodType } | { readonly media: string };
  /** Whether the header Idempotency-Key makes it happen once, however often it is sent. */
  readonly takesKey?: boolean;
  handle(c: Context): Promise<Response>;
}

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** An operation whose input is checked before it is handled. */
export function operation<
  Path extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  definition: Pick<Operation, 'id' | 'summary' | 'answer' | 'maxBody' | 'takesKey' | 'bodyJson'> & {
    /** Its method and its path, which is written as Hono writes it. */
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
    // Without a schema nothing is taken from there.
    (schema === undefined ? undefined : parsed(schema, input, where)) as OutputOf<Schema>;
  return {
    ...rest,
    // The type of a route allows no other.
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

/** A whole number in an address. */
export const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'not a whole number in digits')
  .transform(Number)
  .pipe(z.int().min(0));
