import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

/** Thirteen bytes that say they are a picture. */
const PICTURE = Buffer.from('not a picture').toString('base64');

/** A server with one tool for each way a call can go. */
export function createToolServer(name = 'tools'): McpServer {
  const server = new McpServer({ name, version: '1.0.0' });
  const says = (text: string) => ({ content: [{ type: 'text' as const, text }] });
  server.registerTool(
    'add',
    { description: 'Adds two numbers.', inputSchema: z.object({ a: z.number(), b: z.number() }) },
    async ({ a, b }) => says(`${a + b}`),
  );
  server.registerTool('pid', { description: 'The process of the server.' }, async () =>
    says(`${process.pid}`),
  );
  server.registerTool('environment', { description: 'Its variables.' }, async () =>
    says(Object.keys(process.env).join('\n')),
  );
  server.registerTool('fail', { description: 'Always fails.' }, async () => ({
    isError: true,
    ...says('the disk is full'),
  }));
  server.registerTool('nothing', { description: 'Says nothing.' }, async () => ({ content: [] }));
  server.registerTool('hang', { description: 'Never answers.' }, () => new Promise(() => undefined));
  server.registerTool('crash', { description: 'Ends the server.' }, async () => process.exit(1));
  server.registerTool('gallery', { description: 'Answers with all kinds of content.' }, async () => ({
    content: [
      { type: 'text', text: 'Here:' },
      { type: 'image', mimeType: 'image/png', data: PICTURE },
      { type: 'resource_link', name: 'report', uri: 'file:///report.pdf' },
      { type: 'resource', resource: { uri: 'file:///note.txt', text: 'a note' } },
      { type: 'resource', resource: { uri: 'file:///data.bin', blob: PICTURE } },
    ],
  }));
  return server;
}

/** The same over HTTP. */
export async function serveTools({ port = 0, name }: { port?: number; name?: string } = {}) {
  const handler = createMcpHandler(() => createToolServer(name));
  const server = serve({ fetch: (request) => handler.fetch(request), port, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const { port: used } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${used}/mcp`,
    port: used,
    async close() {
      await handler.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

if (import.meta.main) serveStdio(() => createToolServer(process.argv[2]));
