import type { Readable, Writable } from 'node:stream';
import { INVALID_PARAMS, type McpServer, ProtocolError } from '@modelcontextprotocol/server';
import { serveStdio as serveProtocol } from '@modelcontextprotocol/server/stdio';
import { PLAN_URI_TEMPLATE, planOfUri, uriOf } from './plan-address.ts';
import { type PlanChange, PlanChanges } from './plan-changes.ts';
import { createPlanServer, type PlanServerOptions } from './plan-server.ts';
import { StdioWire } from './stdio-wire.ts';

const MAX_SUBSCRIPTIONS = 256;

export interface ServeStdioOptions extends Omit<PlanServerOptions, 'notifies'> {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly signal: AbortSignal;
}

/** Serves one client over standard input and output until the input ends or the signal comes. */
export async function serveStdio({ stdin, stdout, signal, ...options }: ServeStdioOptions): Promise<void> {
  const changes = new PlanChanges(options.plans, options.onError);
  let tell: (change: PlanChange) => void = () => undefined;
  let unwatch: (() => void) | undefined;
  const watch = async () => {
    unwatch ??= changes.watch((change) => tell(change));
    await changes.settled();
  };

  const wire = new StdioWire({ stdin, stdout, onListen: watch });
  const connection = serveProtocol(
    ({ era }) => {
      const server = createPlanServer({ ...options, notifies: era === 'modern' ? 'all' : 'resources' });
      if (era === 'legacy') tell = tellSubscribed(server, watch);
      else tell = (change) => tellAll(server, change);
      return server;
    },
    { transport: wire, onerror: options.onError },
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

/** The newest protocol has its subscriptions kept by the SDK, which passes on what was asked for. */
function tellAll({ server }: McpServer, { planId, listed }: PlanChange): void {
  if (listed) void server.sendResourceListChanged().catch(() => undefined);
  void server.sendResourceUpdated({ uri: uriOf(planId) }).catch(() => undefined);
}

/** In older protocols a client subscribes to one resource at a time. */
function tellSubscribed({ server }: McpServer, watch: () => Promise<void>): (change: PlanChange) => void {
  const subscribed = new Set<string>();
  server.setRequestHandler('resources/subscribe', async ({ params }) => {
    if (planOfUri(params.uri) === undefined) {
      throw new ProtocolError(INVALID_PARAMS, `Only a plan can be subscribed to, as ${PLAN_URI_TEMPLATE}.`);
    }
    if (subscribed.size >= MAX_SUBSCRIPTIONS && !subscribed.has(params.uri)) {
      throw new ProtocolError(INVALID_PARAMS, `At most ${MAX_SUBSCRIPTIONS} plans can be subscribed to.`);
    }
    subscribed.add(params.uri);
    await watch();
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
  return ({ planId }) => {
    const uri = uriOf(planId);
    if (subscribed.has(uri)) void server.sendResourceUpdated({ uri }).catch(() => undefined);
  };
}
