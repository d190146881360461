import { readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import { addressIn } from './apps/app-link.ts';
import type { App } from './apps/app-resource.ts';
import { registerResources } from './resource-kind.ts';
import type { ToolSet } from './tool-set.ts';

/** What a client is offered, and what it can be told. */
export interface McpServerOptions {
  readonly sets: readonly ToolSet[];
  /** Which changes the connection can carry unasked: all it listens to, those of single resources, or none. */
  readonly notifies: 'all' | 'resources' | 'nothing';
  /** What an agent that connects now should know besides. */
  readonly context?: string | undefined;
  /** For a client that shows apps. */
  readonly app?: App | undefined;
  /** Told about failures that are nobody's mistake. */
  readonly onError: (error: unknown) => void;
}

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

/** The one definition of what Wayfold is to an MCP client, however it connects. */
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

/** An agent that waits much longer for its first answer gives up. */
const CONTEXT_MS = 500;

/** What an agent that connects now should know. What cannot be found out in time is left out: the tools tell it too. */
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
