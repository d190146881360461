import { createMcpHandler, readRequestBody, type ServerEventBus } from '@modelcontextprotocol/server';
import type { ReopeningStore } from '../http/reopening-store.ts';
import type { McpEndpoint } from './endpoint.ts';
import { contextOf, createMcpServer } from './mcp-server.ts';
import { protoKeyRefusal } from './proto-key.ts';
import { ResourceChanges } from './resource-changes.ts';
import type { ToolSet } from './tool-set.ts';

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_SUBSCRIPTIONS = 256;

/** What is offered over HTTP. */
export interface McpHttpOptions {
  readonly place: ReopeningStore;
  readonly sets: readonly ToolSet[];
  readonly onError: (error: unknown) => void;
}

/** Every request stands alone, in the newest protocol and in older ones: what lasts is in the store. */
export function createMcpEndpoint({ place, sets, onError }: McpHttpOptions): McpEndpoint {
  const kinds = sets.map(({ resources }) => resources);
  const changes = new ResourceChanges(place, kinds, onError);
  const handler = createMcpHandler(
    async ({ era, requestInfo }) =>
      createMcpServer({
        sets,
        notifies: era === 'modern' ? 'all' : 'nothing',
        context: isFirst(requestInfo?.headers) ? await contextOf(sets, onError) : undefined,
      }),
    {
      bus: busOf(changes),
      maxRequestBodySize: MAX_BODY_BYTES,
      maxSubscriptions: MAX_SUBSCRIPTIONS,
    },
  );
  return {
    fetch: async (request) => {
      const refusal = await refusalOf(request);
      if (refusal) return Response.json(refusal, { status: 400 });
      const response = await handler.fetch(request);
      // The rest of a body that nobody reads would be taken for the next request.
      if (response.status === 413) response.headers.set('Connection', 'close');
      return response;
    },
    close: async () => {
      await handler.close();
      await changes.settled();
    },
  };
}

/** Whether a client asks who this is, and is told the instructions. Only then has an older one no version to name yet. */
function isFirst(headers: Headers | undefined): boolean {
  const method = headers?.get('Mcp-Method');
  if (method != null) return method === 'server/discover' || method === 'initialize';
  return headers?.get('MCP-Protocol-Version') == null;
}

/** What is to be refused before the SDK reads it. */
async function refusalOf(request: Request): Promise<object | undefined> {
  if (request.method !== 'POST') return undefined;
  const body = await readRequestBody(request.clone(), MAX_BODY_BYTES);
  return body.tooLarge ? undefined : protoKeyRefusal(body.text);
}

/** The changes of resources as the SDK hands them to subscriptions. They come from the store: nobody publishes any. */
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
