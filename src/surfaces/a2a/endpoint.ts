import type { Context } from 'hono';
import type { PlannerRegistry } from '../../host/registry.ts';
import type { SessionHost } from '../http/api/live/session-host.ts';
import type { EventStreams } from '../http/feeds/event-streams.ts';
import type { ReopeningStore } from '../http/store/reopening-store.ts';

/** Options for publishing sessions. */
export interface A2aOptions {
  readonly place: ReopeningStore;
  readonly registry: PlannerRegistry;
  readonly streams: EventStreams;
  /** Whether requests require a token; the cards declare it. */
  readonly needsToken: boolean;
  /** Runs a published session and its contexts from their first request on. */
  readonly host: Pick<SessionHost, 'host' | 'runPublished'>;
  /** The public address of this server, if it is behind a proxy. */
  readonly publicUrl?: string | undefined;
  /** How long a blocking request may wait. Default: 4 minutes. */
  readonly waitMs?: number;
  /** How long the tasks of an unused session stay in memory. Default: 10 minutes. */
  readonly idleMs?: number;
  readonly onFailure?: (error: unknown) => void;
}

/** The A2A routes. */
export interface A2aEndpoint {
  /** The card of a session. */
  card(c: Context): Promise<Response>;
  jsonRpc(c: Context): Promise<Response>;
  /** The HTTP+JSON transport, below the address of the session. */
  httpJson(c: Context): Promise<Response>;
  /** A file linked from a message. */
  file(c: Context): Promise<Response>;
  /** Aborts waiting requests. The store stays open, and sessions keep running. */
  close(): Promise<void>;
}

/** Published sessions over A2A. The SDK is loaded on the first request, because most servers never get one. */
export function a2aEndpoint(options: A2aOptions): A2aEndpoint {
  let loading: Promise<A2aEndpoint> | undefined;
  const loaded = async (): Promise<A2aEndpoint> => {
    loading ??= import('./http.ts').then(({ createA2aEndpoint }) => createA2aEndpoint(options));
    return await loading;
  };
  return {
    card: async (c) => (await loaded()).card(c),
    jsonRpc: async (c) => (await loaded()).jsonRpc(c),
    httpJson: async (c) => (await loaded()).httpJson(c),
    file: async (c) => (await loaded()).file(c),
    close: async () => {
      await (await loading)?.close();
    },
  };
}
