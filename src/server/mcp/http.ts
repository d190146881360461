import { createMcpHandler, type ServerEventBus } from '@modelcontextprotocol/server';
import type { McpEndpoint } from './endpoint.ts';
import { uriOf } from './plan-address.ts';
import { PlanChanges } from './plan-changes.ts';
import { createPlanServer, type PlanServerOptions } from './plan-server.ts';

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_SUBSCRIPTIONS = 256;

/** Every request stands alone, in the newest protocol and in older ones: what lasts is in the store. */
export function createMcpEndpoint(options: Omit<PlanServerOptions, 'notifies'>): McpEndpoint {
  const { onError } = options;
  const changes = new PlanChanges(options.plans, onError);
  const handler = createMcpHandler(
    ({ era }) => createPlanServer({ ...options, notifies: era === 'modern' ? 'all' : 'nothing' }),
    {
      bus: busOf(changes),
      maxRequestBodySize: MAX_BODY_BYTES,
      maxSubscriptions: MAX_SUBSCRIPTIONS,
    },
  );
  return {
    fetch: (request) => handler.fetch(request),
    close: async () => {
      await handler.close();
      await changes.settled();
    },
  };
}

/** The changes of plans as the SDK hands them to subscriptions. They come from the store: nobody publishes any. */
function busOf(changes: PlanChanges): ServerEventBus {
  return {
    publish: () => undefined,
    subscribe: (listener) =>
      changes.watch(({ planId, listed }) => {
        if (listed) listener({ kind: 'resources_list_changed' });
        listener({ kind: 'resource_updated', uri: uriOf(planId) });
      }),
  };
}
