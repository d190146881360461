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

// Errors
export { SERVER_ERROR_CODES, ServerError, type ServerErrorCode } from './error.ts';
// Options
export type { EventStreamsOptions } from './event-streams.ts';
export type { Problem } from './problem.ts';
// Serving
export { DEFAULT_HOST, DEFAULT_PORT, type RunningServer, type ServeOptions, serve } from './serve.ts';
