import { pathToFileURL } from 'node:url';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** How to start a server: a program for Node, as an agent's configuration would name it. */
export interface Launch {
  readonly program: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A server process at work in a project, and the one client it has. */
export interface Connection {
  readonly project: string;
  /** Asks which tools there are, as agents do before they call one: then answers are checked against their schemas. */
  listTools(): Promise<void>;
  /** Throws when the server refuses. */
  call(tool: string, input: Record<string, unknown>): Promise<CallToolResult>;
  close(): Promise<void>;
}

/** Resolves when the server has answered `initialize`. Which folder the client works in, it tells whoever asks. */
export async function connect({ program, args = [], env }: Launch, project: string): Promise<Connection> {
  // All servers speak this revision of the protocol; the peers none that is newer.
  const client = new Client(
    { name: 'wayfold-bench', version: '1.0.0' },
    { capabilities: { roots: {} }, versionNegotiation: { mode: 'legacy' } },
  );
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: pathToFileURL(project).href }] }));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, ...args],
    env: { ...getDefaultEnvironment(), ...env },
    cwd: project,
    stderr: 'ignore',
  });
  await client.connect(transport);
  return {
    project,
    listTools: async () => void (await client.listTools()),
    call: async (tool, input) => {
      const result = await client.callTool({ name: tool, arguments: input });
      if (result.isError) throw new RangeError(`${tool} was refused: ${JSON.stringify(result.content)}`);
      return result;
    },
    close: () => client.close(),
  };
}
