import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import type { FactStore } from '../../../journal/store.ts';
import { EngineError } from '../error.ts';
import type { SessionRunOptions } from '../hosted-session.ts';
import { HostedSessions } from '../hosted-sessions.ts';
import { type RetryOptions, retryWhileUnreachable } from '../retry-while-unreachable.ts';
import { DEFAULT_AT_ONCE, SessionPool } from '../session-pool.ts';
import type { RestateAddress } from './address.ts';
import { HomeCalls, openHome } from './home-calls.ts';
import { register } from './registration.ts';
import { RestateEngine } from './restate-engine.ts';
import { type RunUntilIdle, sessionObject } from './session-object.ts';

/** A Restate worker: where it listens, and how it is reached. */
export interface RestateWorkerOptions extends SessionRunOptions, RetryOptions {
  readonly address: RestateAddress;
  readonly token?: string | undefined;
  /** Public keys of the engines whose calls are accepted. Without any, all calls are. */
  readonly identityKeys?: readonly string[];
  readonly host: string;
  /** 0 uses any free port. */
  readonly port: number;
  /** Lets other workers of this machine listen on the same port. */
  readonly sharePort?: boolean;
  /** Where the engine reaches all workers; default: where this one listens. */
  readonly reachedAt?: string | undefined;
  /** How many sessions run at once. */
  readonly atOnce?: number;
}

/** A running worker. */
export interface RestateWorker {
  /** Where the engine reaches it. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * The engine opens another connection when one is full, and load balancers distribute connections rather than
 * calls. So a connection carries few.
 */
const CALLS_PER_CONNECTION = 4;

/** Serves the sessions of a store to Restate, and reports every change of one. */
export async function startRestateWorker(
  store: FactStore,
  options: RestateWorkerOptions,
): Promise<RestateWorker> {
  const { address, token, onError, signal } = options;
  let sessions: HostedSessions | undefined;
  const pool = new SessionPool(store, {
    ...options,
    atOnce: options.atOnce ?? DEFAULT_AT_ONCE,
    isGone: (worker) => engine.isDead(worker) || options.isGone?.(worker) === true,
  });
  const calls = new HomeCalls((home, how) => engine.isLost(home, how));
  const home = store.leases && (await openHome(options.host, (session, over) => work(session, over)));
  const engine = new RestateEngine(store, {
    address,
    token,
    statusOf: (session) => pool.statusOf(session),
    ...(home && { home: { home: home.url, name: options.worker, onHomes: (homes) => calls.check(homes) } }),
    ...(onError && { onError }),
    async onForgotten() {
      await enrol();
      for (const session of sessions?.hosted ?? []) engine.report(session);
    },
  });
  const work: RunUntilIdle = async (session, over) => {
    try {
      return await pool.bringToRest(session, over);
    } catch (error) {
      if (!over.aborted && !signal.aborted) onError?.(error, session);
      throw error;
    } finally {
      engine.wake(session);
    }
  };
  const called: RunUntilIdle = async (session, over) => {
    const elsewhere = engine.homeOf(session);
    if (elsewhere === undefined) return await work(session, over);
    try {
      return await calls.bringToRest(elsewhere, session, over);
    } catch {
      over.throwIfAborted();
      // Its home is gone, cannot be reached from here, or has failed: what is wrong with the work itself shows here, too.
      return await work(session, over);
    }
  };
  const endpoint = await listen(options, called).catch(async (error: unknown) => {
    await engine.close();
    await home?.close();
    throw error;
  });
  const reachedAt = options.reachedAt ?? endpoint.url;
  const enrol = () => retryWhileUnreachable(() => register({ address, token, reachedAt, signal }), options);
  const close = async () => {
    await sessions?.close();
    await engine.close();
    await pool.close();
    await home?.close();
    await endpoint.close();
    calls.close();
  };
  try {
    await enrol();
    const hosted = { engine, ...(onError && { onError }) };
    sessions = await retryWhileUnreachable(() => HostedSessions.open(store, hosted), options);
  } catch (error) {
    await close();
    throw error;
  }
  return { url: reachedAt, close };
}

async function listen(
  { address, host, port, sharePort, identityKeys = [] }: RestateWorkerOptions,
  bringToRest: RunUntilIdle,
): Promise<RestateWorker> {
  const { createEndpointHandler } = await import('@restatedev/restate-sdk');
  const handle = createEndpointHandler({
    services: [await sessionObject(address.object, bringToRest)],
    ...(identityKeys.length > 0 && { identityKeys: [...identityKeys] }),
    // Failures of the work are reported where they happen.
    logger: () => {},
  });
  const server = createServer({ settings: { maxConcurrentStreams: CALLS_PER_CONNECTION } }, handle);
  const connections = connectionsOf(server);
  server.listen({ host, port, ...(sharePort && { reusePort: true }) });
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw cannotListen(host, port, cause);
  }
  const bound = server.address();
  const actual = typeof bound === 'object' && bound ? bound.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const connection of connections) connection.destroy();
      await closed;
    },
  };
}

function connectionsOf(server: Http2Server): ReadonlySet<ServerHttp2Session> {
  const connections = new Set<ServerHttp2Session>();
  server.on('session', (connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  return connections;
}

function cannotListen(host: string, port: number, cause: unknown): EngineError {
  return new EngineError('worker-cannot-listen', {
    summary: `The worker cannot listen on ${host}, port ${port}: ${cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)}.`,
    fix: 'Choose another address with --listen. On Linux, workers on one machine can share a port with --share-port.',
    cause,
  });
}
