import { createMcpHandler, readRequestBody, type ServerEventBus } from '@modelcontextprotocol/server';
import type { ReopeningStore } from '../http/store/reopening-store.ts';
import { showsApps } from './apps/app-client.ts';
import { loadApp } from './apps/app-resource.ts';
import type { McpEndpoint } from './endpoint.ts';
import { contextOf, createMcpServer } from './mcp-server.ts';
import { protoKeyRefusal } from './proto-key.ts';
import { ResourceChanges } from './resource-changes.ts';
import type { ToolSet } from './tool-set.ts';

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_SUBSCRIPTIONS = 256;

/** Options of the HTTP transport. */
export interface McpHttpOptions {
  readonly place: ReopeningStore;
  readonly sets: readonly ToolSet[];
  readonly onError: (error: unknown) => void;
}

/** Every request is stateless, in the newest protocol and in earlier ones; all state is in the store. */
export function createMcpEndpoint({ place, sets, onError }: McpHttpOptions): McpEndpoint {
  const kinds = sets.map(({ resources }) => resources);
  const changes = new ResourceChanges(place, kinds, onError);
  /** Requests of clients that show apps. */
  const showing = new WeakSet<Request>();
  const handler = createMcpHandler(
    async ({ era, requestInfo }) =>
      createMcpServer({
        sets,
        notifies: era === 'modern' ? 'all' : 'nothing',
        context: isFirst(requestInfo?.headers) ? await contextOf(sets, onError) : undefined,
        app: requestInfo && showing.has(requestInfo) ? await loadApp() : undefined,
        onError,
      }),
    {
      bus: busOf(changes),
      maxRequestBodySize: MAX_BODY_BYTES,
      maxSubscriptions: MAX_SUBSCRIPTIONS,
    },
  );
  return {
    fetch: async (request) => {
      const text = await bodyOf(request);
      const refusal = protoKeyRefusal(text);
      if (refusal) return Response.json(refusal, { status: 400 });
      if (MAY_SHOW_APPS.test(text) && showsApps(parsed(text))) showing.add(request);
      const response = await handler.fetch(request);
      // Otherwise the unread rest of the body would be taken for the next request.
      if (response.status === 413) response.headers.set('Connection', 'close');
      return response;
    },
    close: async () => {
      await handler.close();
      await changes.settled();
    },
  };
}

/**
 * Whether this is a client's first request, which is answered with the instructions. Clients of earlier protocols name
 * no version yet.
 */
function isFirst(headers: Headers | undefined): boolean {
  const method = headers?.get('Mcp-Method');
  if (method != null) return method === 'server/discover' || method === 'initialize';
  return headers?.get('MCP-Protocol-Version') == null;
}

/** The body, read before the SDK does. */
async function bodyOf(request: Request): Promise<string> {
  if (request.method !== 'POST') return '';
  const body = await readRequestBody(request.clone(), MAX_BODY_BYTES);
  return body.tooLarge ? '' : body.text;
}

/** A quick test that spares most messages from being parsed. */
const MAY_SHOW_APPS = /mcp-app/;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Resource changes in the form the SDK's subscriptions expect. They come from the store; nobody publishes here. */
function busOf(changes: ResourceChanges): ServerEventBus {
  return {
    publish: () => undefined,
    subscribe: (listener) =>
      changes.watch(({ uri, listed }) => {
        if (listed) listener({ kind: 'resources_list_changed' });
        listener({ kind: 'resource_updated', uri });
      }),
  };
}
