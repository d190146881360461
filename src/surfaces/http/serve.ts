import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { type A2aEndpoint, a2aEndpoint } from '../a2a/endpoint.ts';
import { type McpEndpoint, mcpEndpoint } from '../mcp/endpoint.ts';
import { accessFor } from './access/access.ts';
import { limitConnections } from './access/connection-limit.ts';
import { limitIdle } from './access/idle-limit.ts';
import { type SessionsEndpoint, sessionsEndpoint } from './api/endpoint.ts';
import { createApp } from './app.ts';
import { ServerError } from './error.ts';
import { EventStreams } from './feeds/event-streams.ts';
import { mapTilesIn } from './pages/map-tiles.ts';
import type { FailurePlace, RunningServer, ServeOptions } from './server-options.ts';
import { ReopeningStore } from './store/reopening-store.ts';

/** The default port. */
const DEFAULT_PORT = 4180;
/** The default address: this machine only. */
const DEFAULT_HOST = '127.0.0.1';
const FIRST_COMMAND = `npx wayfold journal append hello '{"type":"note_added","text":"Hello"}'`;

/** The limits of a request and a connection. */
export const REQUEST_BOUNDS = {
  headerBytes: 16 * 1024,
  headers: 100,
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 5000,
  requestsOfAConnection: 1000,
  /** How long a client may leave a response unread. */
  unreadAnswerMs: 60_000,
} as const;
/** How often connections are checked against their timeouts. */
const CHECK_INTERVAL_MS = 2000;
const CLOSE_TIMEOUT_MS = 5000;

/**
 * Serves the sessions and journals of a store, and the workbench. Throws a `ModuleError` if one of `planners` conflicts
 * with the others; nothing is started then.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { store, host = DEFAULT_HOST, port = DEFAULT_PORT, token, log } = options;
  const { firstCommand = FIRST_COMMAND, planners = [] } = options;
  const { rate, ...running } = options.sessions ?? {};
  const onFailure = (error: unknown, where: FailurePlace = {}): void => {
    log?.failure(failureMessage(where), error, { ...where });
    options.onFailure?.(error, where);
  };
  const access = accessFor(host, token, { trustedProxies: options.trustedProxies, rate });
  const streams = new EventStreams(options.streams, access.clientOf);
  const place = store instanceof ReopeningStore ? store : new ReopeningStore({ open: async () => store });
  const sessions = sessionsEndpoint({ ...running, planners }, { place, access, streams, onFailure });
  const a2a = a2aEndpoint({
    place,
    registry: sessions.registry,
    streams,
    needsToken: access.token !== undefined,
    publicUrl: options.publicUrl,
    host: sessions.host,
    onFailure: (error) => onFailure(error),
  });
  const mcp = mcpEndpoint({
    place,
    registry: sessions.registry,
    llm: sessions.llm,
    limits: sessions.host.limits,
    sharedPlans: options.sharedPlans,
    onFailure: (error) => onFailure(error),
  });
  const app = await createApp({
    place,
    access,
    mcp,
    sessions,
    a2a,
    firstCommand,
    tiles: mapTilesIn(running.env ?? process.env),
    onFailure,
    log,
  });
  const server = createServer(
    {
      maxHeaderSize: REQUEST_BOUNDS.headerBytes,
      headersTimeout: REQUEST_BOUNDS.headersMs,
      requestTimeout: REQUEST_BOUNDS.requestMs,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      keepAliveTimeout: REQUEST_BOUNDS.keepAliveMs,
    },
    getRequestListener((request, env) => app.fetch(request, env), { overrideGlobalObjects: false }),
  );
  server.maxHeadersCount = REQUEST_BOUNDS.headers;
  server.maxRequestsPerSocket = REQUEST_BOUNDS.requestsOfAConnection;
  limitIdle(server, REQUEST_BOUNDS.unreadAnswerMs);
  const endRefusals = limitConnections(server, access.isTrustedProxy, options.connections);
  const underWay = answersOf(server);
  await listen(server, host, port);
  void sessions.start().catch((error) => onFailure(error));
  const forget = place.onReplaced(() => streams.endAll());
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    port: bound,
    close: async () => {
      forget();
      endRefusals();
      await close(server, streams, { mcp, a2a, sessions }, underWay);
    },
  };
}

function failureMessage({ session, requestId }: FailurePlace): string {
  if (session !== undefined) return 'A session failed; trying again';
  return requestId === undefined ? 'Something failed in the server' : 'A request failed';
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw cannotListen(host, port, cause);
  }
}

/** The responses in progress, each until it is sent or aborted. */
function answersOf(server: Server): ReadonlySet<Promise<void>> {
  const underWay = new Set<Promise<void>>();
  server.on('request', (_, answer) => {
    const ended = new Promise<void>((resolve) => answer.once('close', resolve));
    underWay.add(ended);
    void ended.then(() => underWay.delete(ended));
  });
  return underWay;
}

async function close(
  server: Server,
  streams: EventStreams,
  {
    mcp,
    a2a,
    sessions,
  }: {
    readonly mcp: McpEndpoint;
    readonly a2a: A2aEndpoint;
    readonly sessions: SessionsEndpoint;
  },
  underWay: ReadonlySet<Promise<void>>,
): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  await Promise.all([streams.close(), mcp.close(), a2a.close()]);
  const enough = new AbortController();
  const deadline = setTimeout(CLOSE_TIMEOUT_MS, undefined, { signal: enough.signal }).catch(() => undefined);
  await Promise.race([Promise.all(underWay), deadline]);
  enough.abort();
  // Browsers keep connections open and open some in advance, which would delay closing.
  server.closeAllConnections();
  await closed;
  await sessions.close();
}

function cannotListen(host: string, port: number, cause: unknown): unknown {
  const reason = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  switch (reason) {
    case 'EADDRINUSE':
      return new ServerError('port-in-use', {
        summary: `Port ${port} on ${host} is in use, perhaps by another wayfold.`,
        fix: 'Stop it, or choose another port with --port (--port 0 uses any free one).',
        cause,
      });
    case 'EACCES':
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ServerError('address-unavailable', {
        summary:
          reason === 'EACCES'
            ? `The server may not listen on ${host}, port ${port}.`
            : `${host} is not an address of this machine.`,
        fix: 'Choose another --host, and a --port from 1024 on.',
        cause,
      });
    default:
      return cause;
  }
}
