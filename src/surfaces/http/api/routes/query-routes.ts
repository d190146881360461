import type { Context } from 'hono';
import { z } from 'zod';
import type { PlannerModule } from '../../../../harness/module/planner-module.ts';
import { inputSchemaOf } from '../../../../sessions/commands/command-schema.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { ExportedFile } from '../../../../sessions/queries.ts';
import { type ApiContext, SessionPath } from '../api-context.ts';
import { integerParameter, type Operation, operation } from '../operation.ts';
import { queryUnion } from '../responses/command-union.ts';

const Name = z.string().min(1).max(100);
const AtQuery = z.strictObject({
  at: integerParameter.optional().describe('The state right after the fact at this seq.'),
});

/** The routes for the planner's queries, exports and artifacts of a session. */
export function queryRoutes({ sessions }: ApiContext): readonly Operation[] {
  return [
    operation({
      id: 'querySession',
      route: 'POST /sessions/:id/queries/:query',
      summary: 'The result of a query of the planner. Nothing is changed.',
      params: SessionPath.extend({ query: Name }),
      body: z.looseObject({}).describe('The input of the query.'),
      bodyJson: () => queryUnion(sessions.registry),
      answer: { status: 200, schema: z.unknown() },
      async handle({ c, path: { id, query }, body }) {
        const session = await sessions.open(id);
        return c.json((await session.query(query, body, c.req.raw.signal)) ?? null);
      },
    }),
    operation({
      id: 'exportAs',
      route: 'GET /sessions/:id/exports/:format',
      summary: 'A session as a file, in one of the export formats of its planner.',
      params: SessionPath.extend({ format: Name }),
      query: z.looseObject({
        at: integerParameter.optional().describe('The state right after the fact at this seq.'),
      }),
      answer: { media: 'application/octet-stream' },
      async handle({ c, path: { id, format }, query: { at, ...input } }) {
        return await exportResponse(c, await sessions.open(id), { format, input, at });
      },
    }),
    operation({
      id: 'listArtifacts',
      route: 'GET /sessions/:id/artifacts',
      summary: 'The artifacts of the planner of a session, as files.',
      params: SessionPath,
      query: AtQuery,
      answer: {
        status: 200,
        schema: z.strictObject({
          artifacts: z
            .array(
              z.strictObject({
                id: z.string().describe('The same for every version of it.'),
                name: z.string(),
                description: z.string().optional(),
                json: z.unknown().optional(),
                text: z.string().optional(),
                mediaType: z.string().optional(),
              }),
            )
            .readonly(),
        }),
      },
      async handle({ c, path: { id }, query: { at } }) {
        return c.json({ artifacts: await (await sessions.open(id)).artifacts(at) });
      },
    }),
    operation({
      id: 'downloadArtifact',
      route: 'GET /sessions/:id/artifacts/:artifact',
      summary: 'One artifact of the planner of a session, as a file to save.',
      params: SessionPath.extend({ artifact: z.string().min(1).max(512) }),
      query: AtQuery,
      answer: { media: 'application/octet-stream' },
      async handle({ c, path: { id, artifact }, query: { at } }) {
        return fileResponse(c, await (await sessions.open(id)).artifact(artifact, at));
      },
    }),
  ];
}

/** Responds with a session as a file. It is always a download, because its content may come from anywhere. */
export async function exportResponse(
  c: Context,
  session: OpenSession,
  asked: {
    readonly format: string;
    readonly input: Readonly<Record<string, unknown>>;
    readonly at: number | undefined;
  },
): Promise<Response> {
  const { format, input, at } = asked;
  return fileResponse(c, await session.exported(format, typedInput(session.module, format, input), at));
}

function fileResponse(c: Context, { name, mediaType, text }: ExportedFile): Response {
  const isPlain = /^[\w. -]+$/.test(name);
  const saved = isPlain
    ? `filename="${name}"`
    : `filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percent)}`;
  return c.body(text, 200, {
    'Content-Type': mediaType,
    'Content-Disposition': `attachment; ${saved}`,
    'X-Content-Type-Options': 'nosniff',
  });
}

/** Percent-encodes characters that `encodeURIComponent` keeps but a header may not contain. */
function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}

const Properties = z.object({ properties: z.record(z.string(), z.object({ type: z.unknown() })).optional() });

/** Query parameters are all text. */
function typedInput(
  { exports }: PlannerModule,
  format: string,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const schema = Object.hasOwn(exports, format) ? exports[format]?.input : undefined;
  if (schema === undefined) return input;
  const { properties = {} } = Properties.parse(inputSchemaOf(schema));
  const isText = (key: string) => !['number', 'integer', 'boolean'].includes(String(properties[key]?.type));
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, isText(key) ? value : jsonOf(String(value))]),
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
