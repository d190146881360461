import type { Client } from '@modelcontextprotocol/client';
import { serve } from '../../surfaces/http/serve.ts';
import { toolName } from '../../surfaces/mcp/session-tools/tool-name.ts';
import { wayfoldProgram } from './planner-cli.ts';
import { limitsEnv, type Surface, type SurfaceAnswer, type SurfaceSetting } from './planner-surface.ts';

type Json = Readonly<Record<string, unknown>>;

const CLIENT = 'wayfold-contract';

/** The tools of the planner at a server's address. */
export async function openMcpOverHttp(setting: SurfaceSetting): Promise<Surface> {
  const { store, planner, own } = setting;
  const { module } = planner;
  const server = await serve({ store, port: 0, planners: own, sessions: { env: limitsEnv(setting) } });
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = await newClient();
  await client.connect(new StreamableHTTPClientTransport(new URL(`/mcp?tools=${module.id}`, server.url)));
  return toolsOf(setting, client, async () => {
    await client.close();
    await server.close();
  });
}

/** The tools of the planner in a separate `wayfold mcp` process. */
export async function openMcpOverStdio(setting: SurfaceSetting): Promise<Surface> {
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const { args, ...program } = wayfoldProgram(setting, ['mcp', '--tools', setting.planner.module.id]);
  const client = await newClient();
  const transport = new StdioClientTransport({ ...program, args: [...args], stderr: 'inherit' });
  await client.connect(transport);
  return {
    ...toolsOf(setting, client, () => client.close()),
    async kill() {
      if (transport.pid) process.kill(transport.pid, 'SIGKILL');
      await client.close();
    },
  };
}

async function newClient(): Promise<Client> {
  const { Client: Opened } = await import('@modelcontextprotocol/client');
  return new Opened({ name: CLIENT, version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
}

function toolsOf({ planner }: SurfaceSetting, client: Client, close: () => Promise<void>): Surface {
  const { module, config = {} } = planner;
  const called = async (tool: string, input: Json) => {
    const { isError, structuredContent } = await client.callTool({ name: tool, arguments: { ...input } });
    return { isError: isError === true, data: Object(structuredContent) as Json };
  };
  const tool = (verb: string, input: Json) => called(toolName(module, verb), input);
  const answered = ({ isError, data }: Awaited<ReturnType<typeof called>>): SurfaceAnswer => ({
    text: String(data.message),
    ...(isError && { code: String(data.code) }),
  });
  return {
    by: `mcp:${CLIENT}`,
    beginsAtOnce: true,
    takesCommands: true,
    showsOthers: true,
    async begin() {
      const { isError, data } = await tool('start', { config });
      if (isError) throw new Error(JSON.stringify(data));
      return String(data.session);
    },
    say: async (session, text) => answered(await tool('say', { session, text })),
    async choose(session, { id, options = [] }, optionId) {
      const { data } = await tool('show', { session });
      const item = items(data.waiting).find((each) => each.id === id);
      // Options contain the call to make, in the order in which the planner offers them.
      const offered = items(item?.options)[options.findIndex((option) => option.id === optionId)];
      return answered(await called(String(offered?.tool), Object(offered?.arguments)));
    },
    do: async (session, { type, ...input }) => answered(await tool(type, { session, ...input })),
    doAt: async (session, { type, ...input }, version) =>
      answered(await tool(type, { session, ...input, expected_version: version })),
    async show(session) {
      const { isError, data } = await tool('show', { session });
      if (isError) throw new Error(JSON.stringify(data));
      return { text: JSON.stringify(data), blocks: data.view };
    },
    close,
  };
}

function items(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(Object) : [];
}
