/**
 * The journals of a store over HTTP, and the page that shows them live.
 *
 * @example
 * const store = memoryStore();
 * const server = await serve({ store, port: 0 });
 * console.log(server.url);
 * await server.close();
 * await store.close();
 */
export { SERVER_ERROR_CODES, ServerError, type ServerErrorCode } from './error.ts';
export type { EventStreamsOptions } from './event-streams.ts';
export type { Problem } from './problem.ts';
export { DEFAULT_HOST, DEFAULT_PORT, type RunningServer, type ServeOptions, serve } from './serve.ts';
