import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { schemaInstance } from '../../src/model/offline/schema-instance.ts';
import { ALIAS_NAMES } from '../../src/surfaces/mcp/aliases/alias.ts';
import { APP_MIME_TYPE } from '../../src/surfaces/mcp/apps/app-client.ts';
import { NEWEST } from '../mcp-client.ts';
import { SessionsServer } from '../sessions-server.ts';
import { ENTRY_POINTS } from './entry-points.ts';
import { hostileJson, mutatedJson } from './hostile-json.ts';
import { hostileText } from './hostile-text.ts';
import { expectNothingPolluted, hasPage, runs } from './law.ts';

const Listed = z.object({
  result: z.object({
    tools: z.array(z.looseObject({ name: z.string(), inputSchema: z.record(z.string(), z.unknown()) })),
  }),
});
const Answer = z.looseObject({
  result: z
    .looseObject({
      isError: z.boolean().optional(),
      structuredContent: z.looseObject({ code: z.string().optional() }),
    })
    .optional(),
  error: z.looseObject({ code: z.number() }).optional(),
});

let server: SessionsServer;
let tools: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map();

const PATH = `/mcp?tools=${ALIAS_NAMES.join(',')}`;

async function post(
  body: string | Uint8Array<ArrayBuffer>,
  path = PATH,
  more: Readonly<Record<string, string>> = {},
): Promise<{ status: number; text: string }> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...more,
  };
  const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body });
  const text = await response.text();
  // Some answers come as the one event of a stream.
  return { status: response.status, text: /^data: (.*)$/m.exec(text)?.[1] ?? text };
}

/** What a client says with every request that shows apps: it is offered the tools of the app too. */
const SAID = JSON.stringify({
  'io.modelcontextprotocol/protocolVersion': NEWEST,
  'io.modelcontextprotocol/clientInfo': { name: 'hostile', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {
    extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [APP_MIME_TYPE] } },
  },
});
const LIST = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":${SAID}}}`;
const listing = { 'mcp-protocol-version': NEWEST, 'mcp-method': 'tools/list' };
const calling = (name: string) => ({ ...listing, 'mcp-method': 'tools/call', 'mcp-name': name });

const call = (name: string, input: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":${SAID},"name":${JSON.stringify(name)},"arguments":${input}}}`;

/** What has happened: of every fact that is there, those left out that only record a refused call. */
async function happened(): Promise<unknown> {
  const journals = await server.store.list({ limit: 1000 });
  const counted = await Promise.all(
    journals.map(async ({ id, head }) => {
      const facts = await server.store.read(id, { from: 1, to: head, limit: 10_000 });
      return [id, facts.filter(({ payload }) => !payload?.includes('"success":false')).length] as const;
    }),
  );
  return counted.filter(([, count]) => count > 0);
}

beforeAll(async () => {
  server = await SessionsServer.start();
  const { text } = await post(LIST, PATH, listing);
  const { result } = Listed.parse(JSON.parse(text));
  tools = new Map(result.tools.map(({ name, inputSchema }) => [name, inputSchema]));
  await post(
    call('planning_setup_plan', '{"objective":"Ship it","initial_steps":[{"title":"One"}]}'),
    PATH,
    calling('planning_setup_plan'),
  );
  await post(call('tasks_plan', '{"text":"Read a. Write b."}'), PATH, calling('tasks_plan'));
  await post(call('trip_say', '{"text":"3 days by car from Porto to Lisbon"}'), PATH, calling('trip_say'));
});
afterAll(() => server.stop());

describe('every MCP tool', () => {
  const [{ names } = { names: [] }] = ENTRY_POINTS.filter(({ kind }) => kind === 'MCP tool');

  it('is covered here', () => {
    expect([...tools.keys()].sort()).toEqual([...names].sort());
  });

  it.each(names)('%s answers or refuses any call', async (name) => {
    const sound = schemaInstance(tools.get(name), {
      messages: [{ role: 'user', text: 'S001 one plan://default' }],
    });
    const inputs = fc.oneof(
      { weight: 3, arbitrary: mutatedJson(sound) },
      hostileJson,
      hostileText.map((text) => JSON.stringify({ text, plan_id: text })),
    );
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => {
        const before = await happened();
        const { status, text } = await post(call(name, input), PATH, calling(name));
        expect(status, text).toBeLessThan(500);
        const answer = Answer.safeParse(JSON.parse(text));
        expect(answer.success, text).toBe(true);
        const { isError, structuredContent } = answer.data?.result ?? {};
        if (isError && structuredContent?.code !== undefined)
          expect(hasPage(structuredContent.code)).toBe(true);
        expect(text).not.toContain('failed inside the server');
        if (isError || answer.data?.error) expect(await happened()).toEqual(before);
        expect(server.failures).toEqual([]);
        expectNothingPolluted();
      }),
      runs(0.15) as fc.Parameters<[string]>,
    );
  });
});

describe('the protocol', () => {
  const message = fc.oneof(
    mutatedJson(
      { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
      { jsonrpc: '2.0', id: 'x', method: 'resources/read', params: { uri: 'wayfold://plans/default' } },
      {
        jsonrpc: '2.0',
        id: 2,
        method: 'prompts/get',
        params: { name: 'plan', arguments: { objective: 'x' } },
      },
      {
        jsonrpc: '2.0',
        id: 3,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
      },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    ),
    hostileJson,
    hostileText,
    fc.constantFrom(
      '[]',
      `[${Array(200).fill('{"jsonrpc":"2.0","id":1,"method":"tools/list"}').join()}]`,
      '['.repeat(100_000),
    ),
  );

  it('answers or refuses any message', async () => {
    await fc.assert(
      fc.asyncProperty(message, async (body) => {
        expect((await post(body)).status).toBeLessThan(500);
        expect(server.failures).toEqual([]);
        expectNothingPolluted();
      }),
      runs(1) as fc.Parameters<[string]>,
    );
  });

  it('refuses bytes that are not text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (bytes) => {
        expect((await post(new Uint8Array(bytes))).status).toBeLessThan(500);
        expect(server.failures).toEqual([]);
      }),
      runs(0.2) as fc.Parameters<[Uint8Array]>,
    );
  });

  it('offers only existing tools', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (names) => {
        const path = `/mcp?tools=${encodeURIComponent(names.toWellFormed())}`;
        expect((await post('{"jsonrpc":"2.0","id":1,"method":"tools/list"}', path)).status).toBeLessThan(500);
      }),
      runs(0.2) as fc.Parameters<[string]>,
    );
  });
});
