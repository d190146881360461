import type { PlacedStore } from '../placed-store.ts';

/** Answers MCP over HTTP. */
export interface McpEndpoint {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Ends what is under way. The store stays open. */
  close(): Promise<void>;
}

/** The plans of a store over MCP. The protocol's library is loaded with the first request: most servers never get one. */
export function mcpEndpoint(place: PlacedStore, onFailure: (error: unknown) => void): McpEndpoint {
  let loading: Promise<McpEndpoint> | undefined;
  const load = async (): Promise<McpEndpoint> => {
    const [{ Plans }, { createMcpEndpoint }] = await Promise.all([import('./plans.ts'), import('./http.ts')]);
    return createMcpEndpoint({ plans: new Plans(place), onError: onFailure });
  };
  return {
    fetch: async (request) => {
      loading ??= load();
      return await (await loading).fetch(request);
    },
    close: async () => {
      await (await loading)?.close();
    },
  };
}
