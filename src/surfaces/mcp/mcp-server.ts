import { readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import { addressIn } from './apps/app-link.ts';
import type { App } from './apps/app-resource.ts';
import { registerResources } from './resource-kind.ts';
import type { ToolSet } from './tool-set.ts';

/** Options of an MCP server. */
export interface McpServerOptions {
  readonly sets: readonly ToolSet[];
  /** The notifications that the connection can carry: all, only those of subscribed resources, or none. */
  readonly notifies: 'all' | 'resources' | 'nothing';
  /** Additional context for a newly connected agent. */
  readonly context?: string | undefined;
  /** The app, for a client that shows apps. */
  readonly app?: App | undefined;
  /** Called for internal failures. */
  readonly onError: (error: unknown) => void;
}

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

/** The definition of Wayfold as an MCP server, for every transport. */
export function createMcpServer(options: McpServerOptions): McpServer {
  const { sets, notifies, context = '', app, onError } = options;
  const server = new McpServer(
    { name: 'wayfold', title: 'Wayfold', version },
    {
      capabilities: {
        tools: { listChanged: false },
        ...(sets.some(({ hasPrompts }) => hasPrompts) && { prompts: { listChanged: false } }),
        resources: { subscribe: notifies !== 'nothing', listChanged: notifies === 'all' },
      },
      instructions: [...sets.map(({ instructions }) => instructions), ...(context ? [context] : [])].join(
        '\n\n',
      ),
    },
  );
  for (const set of sets) {
    set.register(server, app && { addressOf: (answer) => addressIn(set.resources, answer) });
    registerResources(server, set.resources);
  }
  app?.register(server, sets, onError);
  return server;
}

/** An agent that waits much longer for its first response gives up. */
const CONTEXT_MS = 500;

/** The context for a newly connected agent. Whatever is not available in time is omitted; the tools report it too. */
export async function contextOf(
  sets: readonly ToolSet[],
  onError: (error: unknown) => void,
): Promise<string> {
  const texts = await Promise.all(
    sets.map(async ({ context }) => {
      if (!context) return '';
      let timer: NodeJS.Timeout | undefined;
      const tooLate = new Promise<string>((resolve) => {
        timer = setTimeout(() => resolve(''), CONTEXT_MS);
      });
      const found = context().catch((error: unknown) => {
        onError(error);
        return '';
      });
      return await Promise.race([found, tooLate]).finally(() => clearTimeout(timer));
    }),
  );
  return texts.filter((text) => text !== '').join('\n\n');
}
