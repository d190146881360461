import { readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import { registerResources } from './resource-kind.ts';
import type { ToolSet } from './tool-set.ts';

/** What a client is offered, and what it can be told. */
export interface McpServerOptions {
  readonly sets: readonly ToolSet[];
  /** Which changes the connection can carry unasked: all it listens to, those of single resources, or none. */
  readonly notifies: 'all' | 'resources' | 'nothing';
}

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

/** The one definition of what Wayfold is to an MCP client, however it connects. */
export function createMcpServer({ sets, notifies }: McpServerOptions): McpServer {
  const server = new McpServer(
    { name: 'wayfold', title: 'Wayfold', version },
    {
      capabilities: {
        tools: { listChanged: false },
        ...(sets.some(({ hasPrompts }) => hasPrompts) && { prompts: { listChanged: false } }),
        resources: { subscribe: notifies !== 'nothing', listChanged: notifies === 'all' },
      },
      instructions: sets.map(({ instructions }) => instructions).join('\n\n'),
    },
  );
  for (const set of sets) {
    set.register(server);
    registerResources(server, set.resources);
  }
  return server;
}
