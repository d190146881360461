import type { RunningServer, ServeOptions } from './server-options.ts';

/**
 * Serves the sessions of a store: the page, HTTP, MCP and A2A. The server is loaded on first use, so that programs
 * that only import this start quickly.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const server = await import('./serve.ts');
  return await server.serve(options);
}
