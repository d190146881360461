import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sqliteStore } from '../../src/journal/index.ts';
import { builtInModules } from '../../src/planners/built-in.ts';
import { list as listInbox } from '../../src/surfaces/cli/commands/inbox/list.ts';
import { exportTo } from '../../src/surfaces/cli/commands/journal/export.ts';
import { show as showJournal } from '../../src/surfaces/cli/commands/journal/show.ts';
import { list as listSessions } from '../../src/surfaces/cli/commands/session/list.ts';
import { show as showSession } from '../../src/surfaces/cli/commands/session/show.ts';
import type { Invocation } from '../../src/surfaces/cli/invocation.ts';
import { ReopeningStore } from '../../src/surfaces/http/store/reopening-store.ts';
import { sdkClient } from '../a2a-fixture.ts';
import { connectedEditor } from '../acp-connection.ts';
import { atTerminal } from '../invocation-fixture.ts';
import { NEWEST, type Project } from '../mcp-client.ts';
import type { SessionsServer } from '../sessions-server.ts';

/** What a surface showed, by its name. */
export type Shown = ReadonlyMap<string, string>;

const Spec = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** Routes that never end: they are followed apart. */
const STREAMS = /\/events$/;

/** The answers of every GET route of the API, for every session, journal, file, pass, artifact and format. */
export async function shownOverHttp(
  server: SessionsServer,
  ids: readonly string[],
  { files }: { readonly files: readonly string[] },
): Promise<Shown> {
  const shown = new Map<string, string>();
  const { paths } = Spec.parse((await server.get('/openapi.json')).body);
  const gets = Object.entries(paths).flatMap(([path, methods]) => ('get' in methods ? path : []));
  for (const path of gets.filter((each) => !STREAMS.test(each))) {
    for (const filled of await filledIn(server, path.replace(/^\/api/, ''), ids, files)) {
      const response = await fetch(`${server.url}/api${filled}`);
      if (response.status === 429) throw new Error(`${filled} was not answered`);
      shown.set(`GET ${filled}`, await response.text());
    }
  }
  return shown;
}

/** A path with every value that its parameters can have. */
async function filledIn(
  server: SessionsServer,
  path: string,
  ids: readonly string[],
  files: readonly string[],
): Promise<readonly string[]> {
  if (!path.includes('{id}')) return [path, `${path}?limit=1000`];
  const all: string[] = [];
  for (const id of ids) {
    const own = path.replace('{id}', encodeURIComponent(id));
    const [name] = /\{\w+\}/.exec(own) ?? [];
    for (const value of await valuesOf(server, id, name, files)) {
      const filled = name === undefined ? own : own.replace(name, encodeURIComponent(value));
      all.push(filled, ...queriesOf(filled));
    }
  }
  return all;
}

async function valuesOf(
  server: SessionsServer,
  id: string,
  name: string | undefined,
  files: readonly string[],
): Promise<readonly string[]> {
  switch (name) {
    case undefined:
      return [''];
    case '{sha256}':
      return files;
    case '{format}':
      return ['md', 'json', 'ics', 'geojson', 'gpx', 'csv', 'taskmaster'];
    case '{artifact}': {
      const { fields } = await server.get(`/sessions/${id}/artifacts`);
      return z
        .array(z.looseObject({ id: z.string() }))
        .catch([])
        .parse(fields.artifacts)
        .map((each) => each.id);
    }
    case '{pass}': {
      const { fields } = await server.get(`/sessions/${id}/passes`);
      const passes = z
        .array(z.looseObject({ seq: z.int() }))
        .catch([])
        .parse(fields.passes);
      return passes.map(({ seq }) => String(seq));
    }
    default:
      throw new TypeError(`no value for ${name}`);
  }
}

/** Searches, moments of the past and comparisons. */
function queriesOf(path: string): readonly string[] {
  if (/^\/journals\/[^/]+$/.test(path)) return [`${path}?limit=1000`];
  if (/^\/sessions\/[^/]+$/.test(path)) return [`${path}?at=3`];
  if (path.endsWith('/diff')) return [`${path}?from=1`];
  return [];
}

const InputSchema = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ enum: z.array(z.string()).optional() })).default({}),
});

/** What a tool that only reads is called with: the session, and each format that it knows. */
function inputsFor(schema: unknown, name: string): readonly Readonly<Record<string, string>>[] {
  const { properties } = InputSchema.parse(schema);
  const session = Object.keys(properties).find((key) => /^(?:session|plan_id|trip_id)$/.test(key));
  const input = session === undefined ? {} : { [session]: name };
  return (properties.format?.enum ?? ['']).map((format) => (format === '' ? input : { ...input, format }));
}

/** Every tool that only reads, and every resource, over MCP. */
export async function shownOverMcp(
  project: Project,
  server: SessionsServer,
  sets: readonly string[],
  name: string,
): Promise<Shown> {
  const shown = new Map<string, string>();
  for (const set of sets) {
    const client = await project.connectTo(server.url, NEWEST, undefined, `/mcp?tools=${set}`);
    const { resources } = await client.listResources();
    shown.set(`MCP resources ${set}`, JSON.stringify(resources));
    for (const { uri } of resources) {
      shown.set(`MCP ${uri}`, JSON.stringify(await client.readResource({ uri })));
    }
    for (const { name: tool, annotations, inputSchema } of (await client.listTools()).tools) {
      if (!annotations?.readOnlyHint) continue;
      for (const input of inputsFor(inputSchema, name)) {
        const answer = await client.callTool({ name: tool, arguments: input }).catch(String);
        shown.set(`MCP ${tool} ${JSON.stringify(input)}`, JSON.stringify(answer));
      }
    }
    await client.close();
  }
  return shown;
}

/** The bytes of every file of a directory that have a text, by its letters in either case. */
export function filesWith(directory: string, text: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((file) => statSync(file).isFile())
    .filter((file) => readFileSync(file).toString('latin1').toLowerCase().includes(text.toLowerCase()));
}

/** The surfaces that show a text. */
export function showing(shown: Shown, text: string): readonly string[] {
  return [...shown].flatMap(([name, all]) => (all.toLowerCase().includes(text.toLowerCase()) ? name : []));
}

/** Cards and tasks of published sessions, as other agents see them. */
export async function shownOverA2a(
  server: SessionsServer,
  ids: readonly string[],
  taskIds: readonly string[],
): Promise<Shown> {
  const shown = new Map<string, string>();
  for (const id of ids) {
    const card = `${server.url}/a2a/${id}/.well-known/agent-card.json`;
    const response = await fetch(card);
    shown.set(`A2A card ${id}`, await response.text());
    if (!response.ok) continue;
    const client = await sdkClient(card);
    const all = {
      tenant: '',
      contextId: 'context',
      status: 0,
      pageToken: '',
      statusTimestampAfter: undefined,
    };
    shown.set(
      `A2A tasks ${id}`,
      JSON.stringify(await client.listTasks({ ...all, includeArtifacts: true }).catch(String)),
    );
    for (const taskId of taskIds) {
      const task = await client.getTask({ id: taskId, tenant: '' }).catch(String);
      shown.set(`A2A task ${id} ${taskId}`, JSON.stringify(task));
    }
  }
  return shown;
}

/** What an editor is told of a session, over another connection to the store. */
export async function shownInEditor(directory: string, name: string): Promise<Shown> {
  const place = new ReopeningStore({ open: async () => sqliteStore(join(directory, 'wayfold.db')) });
  const { agent, updates, close } = await connectedEditor({
    place,
    cwd: directory,
    planners: builtInModules().filter(({ id }) => id !== 'plan-tools'),
  });
  const loaded = await agent
    .request('session/load', { sessionId: name, cwd: directory, mcpServers: [] })
    .catch(String);
  const list = await agent.request('session/list', { cwd: directory });
  const shown = new Map([
    ['ACP session/list', JSON.stringify(list)],
    ['ACP session/load', JSON.stringify([loaded, updates])],
  ]);
  await close();
  return shown;
}

/** What the command line prints of sessions and journals. */
export async function shownAtTerminal(data: string, ids: readonly string[]): Promise<Shown> {
  const shown = new Map<string, string>();
  const print = async (name: string, command: (invocation: Invocation) => Promise<unknown>) => {
    for (const json of [false, true]) {
      const { invocation, seen } = atTerminal({ data, json });
      const failure = await command(invocation).then(() => '', String);
      shown.set(`wayfold ${name}${json ? ' --json' : ''}`, seen.out + seen.err + failure);
    }
  };
  await print('sessions', (invocation) => listSessions(invocation, {}));
  await print('inbox', (invocation) => listInbox(invocation, {}));
  await print('journal export --all', (invocation) =>
    exportTo(invocation, { id: undefined, all: true, attachments: true }),
  );
  for (const id of ids) {
    await print(`show ${id}`, (invocation) => showSession(invocation, id, {}));
    await print(`journal show ${id}`, (invocation) => showJournal(invocation, { id, from: 1, type: [] }));
  }
  return shown;
}
