import type { Readable, Writable } from 'node:stream';
import { INVALID_PARAMS, type McpServer, ProtocolError } from '@modelcontextprotocol/server';
import { serveStdio as serveProtocol } from '@modelcontextprotocol/server/stdio';
import type { ReopeningStore } from '../http/store/reopening-store.ts';
import { loadApp } from './apps/app-resource.ts';
import { contextOf, createMcpServer } from './mcp-server.ts';
import { type ResourceChange, ResourceChanges } from './resource-changes.ts';
import { isAddress, type ResourceKind, templateOf } from './resource-kind.ts';
import { StdioWire } from './stdio-wire.ts';
import type { ToolSet } from './tool-set.ts';

const MAX_SUBSCRIPTIONS = 256;

/** Options of one client's connection. */
export interface ServeStdioOptions {
  readonly place: ReopeningStore;
  readonly sets: readonly ToolSet[];
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly signal: AbortSignal;
  /** Called for internal failures. */
  readonly onError: (error: unknown) => void;
}

/** Serves one client over standard input and output until the input ends or the signal is aborted. */
export async function serveStdio(options: ServeStdioOptions): Promise<void> {
  const { place, sets, stdin, stdout, signal, onError } = options;
  const kinds = sets.map(({ resources }) => resources);
  const changes = new ResourceChanges(place, kinds, onError);
  let tell: (change: ResourceChange) => void = () => undefined;
  let unwatch: (() => void) | undefined;
  const watch = async () => {
    unwatch ??= changes.watch((change) => tell(change));
    await changes.settled();
  };

  const wire = new StdioWire({ stdin, stdout, onListen: watch });
  const connection = serveProtocol(
    async ({ era }) => {
      const context = await contextOf(sets, onError);
      const server = createMcpServer({
        sets,
        notifies: era === 'modern' ? 'all' : 'resources',
        context,
        app: wire.showsApps ? await loadApp() : undefined,
        onError,
      });
      if (era === 'legacy') tell = notifySubscribers(server, kinds, watch);
      else tell = (change) => tellAll(server, change);
      return server;
    },
    { transport: wire, onerror: onError },
  );
  const stop = () => void connection.close();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  await wire.closed;
  signal.removeEventListener('abort', stop);
  unwatch?.();
  await changes.settled();
  await new Promise<void>((written) => stdout.write('', () => written()));
}

/** In the newest protocol, the SDK manages subscriptions and filters the notifications. */
function tellAll({ server }: McpServer, { uri, listed }: ResourceChange): void {
  if (listed) void server.sendResourceListChanged().catch(() => undefined);
  void server.sendResourceUpdated({ uri }).catch(() => undefined);
}

/** In earlier protocols, a client subscribes to one resource at a time. */
function notifySubscribers(
  { server }: McpServer,
  kinds: readonly ResourceKind[],
  watch: () => Promise<void>,
): (change: ResourceChange) => void {
  const subscribed = new Set<string>();
  const isTaken = (uri: string) => kinds.some((kind) => isAddress(kind, uri));
  server.setRequestHandler('resources/subscribe', async ({ params }) => {
    if (!isTaken(params.uri)) {
      const addresses = kinds.map(templateOf).join(' or ');
      throw new ProtocolError(INVALID_PARAMS, `Only addresses like ${addresses} can be subscribed to.`);
    }
    if (subscribed.size >= MAX_SUBSCRIPTIONS && !subscribed.has(params.uri)) {
      throw new ProtocolError(INVALID_PARAMS, `At most ${MAX_SUBSCRIPTIONS} resources can be subscribed to.`);
    }
    subscribed.add(params.uri);
    await watch();
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
  return ({ uri }) => {
    if (subscribed.has(uri)) void server.sendResourceUpdated({ uri }).catch(() => undefined);
  };
}
