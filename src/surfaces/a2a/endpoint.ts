import type { Context } from 'hono';
import type { PlannerRegistry } from '../../host/registry.ts';
import type { SessionHost } from '../http/api/live/session-host.ts';
import type { EventStreams } from '../http/feeds/event-streams.ts';
import type { ReopeningStore } from '../http/store/reopening-store.ts';

/** What publishing sessions needs. */
export interface A2aOptions {
  readonly place: ReopeningStore;
  readonly registry: PlannerRegistry;
  readonly streams: EventStreams;
  /** Whether requests have to carry a token; the cards say so. */
  readonly needsToken: boolean;
  /** Has a published session run from the first request to it on, and those of its contexts from then on. */
  readonly host: Pick<SessionHost, 'host' | 'runPublished'>;
  /** The address that others reach this server by, when it is not the one they asked: behind a proxy. */
  readonly publicUrl?: string | undefined;
  /** How long a request that wants to wait for the answer is kept waiting; 4 minutes unless told. */
  readonly waitMs?: number;
  /** How long the tasks of a session that nobody asks for are kept in memory; 10 minutes unless told. */
  readonly idleMs?: number;
  readonly onFailure?: (error: unknown) => void;
}

/** Answers A2A. */
export interface A2aEndpoint {
  /** The card of a session. */
  card(c: Context): Promise<Response>;
  jsonRpc(c: Context): Promise<Response>;
  /** Everything of the HTTP+JSON transport below the session's address. */
  httpJson(c: Context): Promise<Response>;
  /** A file that a message links to. */
  file(c: Context): Promise<Response>;
  /** Ends what waits. The store stays open, and whoever runs the sessions goes on. */
  close(): Promise<void>;
}

/** Published sessions over A2A. The protocol's library is loaded with the first request: most servers never get one. */
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
