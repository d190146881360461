/**
 * @module
 * Serves the sessions and journals of a store: the page, HTTP, MCP and A2A.
 *
 * ```ts
 * import { memoryStore } from 'wayfold/journal';
 * import { serve } from 'wayfold/server';
 *
 * const store = memoryStore();
 * const server = await serve({ store, port: 0 });
 * console.log(new URL(server.url).hostname); // 127.0.0.1
 * await server.close();
 * await store.close();
 * ```
 */

// Serving

export { serve } from './load-and-serve.ts';
export type { RunningServer, ServeOptions } from './server-options.ts';
