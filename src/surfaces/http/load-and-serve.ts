import type { RunningServer, ServeOptions } from './server-options.ts';

/**
 * Serves the sessions of a store: the page, HTTP, MCP and A2A. The server is loaded when it is first asked for, so that a
 * program that imports this and serves nothing starts quickly.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const server = await import('./serve.ts');
  return await server.serve(options);
}
