import type { WorkLimits } from '../../host/admission.ts';
import { ServerError } from '../error.ts';
import type { ReopeningStore } from '../reopening-store.ts';
import { DEFAULT_TOOL_SETS, TOOL_SET_NAMES, type ToolSetName, toolSetsIn } from './tool-set-names.ts';

/** Answers MCP over HTTP. */
export interface McpEndpoint {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Ends what is under way. The store stays open. */
  close(): Promise<void>;
}

export interface McpEndpointOptions {
  readonly place: ReopeningStore;
  /** How much planners may spend. */
  readonly limits?: WorkLimits | undefined;
  readonly onFailure: (error: unknown) => void;
}

/**
 * A store over MCP, with the tools that `?tools=plan,tasks,trip` names. The protocol's library is loaded with the first
 * request, and so is each planner: most servers never get one.
 */
export function mcpEndpoint({ place, limits, onFailure }: McpEndpointOptions): McpEndpoint {
  const loading = new Map<string, Promise<McpEndpoint>>();
  const load = async (names: readonly ToolSetName[]): Promise<McpEndpoint> => {
    const [{ loadToolSets }, { createMcpEndpoint }] = await Promise.all([
      import('./load-tool-sets.ts'),
      import('./http.ts'),
    ]);
    const sets = await loadToolSets(names, { place, limits, onError: onFailure });
    return createMcpEndpoint({ place, sets, onError: onFailure });
  };
  return {
    fetch: async (request) => {
      const names = toolSetsOf(request);
      const key = names.join();
      const endpoint = loading.get(key) ?? load(names);
      loading.set(key, endpoint);
      return await (await endpoint).fetch(request);
    },
    close: async () => {
      for (const endpoint of loading.values()) await (await endpoint).close();
    },
  };
}

function toolSetsOf({ url }: Request): readonly ToolSetName[] {
  const list = new URL(url).searchParams.get('tools') ?? DEFAULT_TOOL_SETS;
  const named = toolSetsIn(list);
  if (named.ok) return named.names;
  throw new ServerError('invalid-request', {
    expected: `?tools= to name some of ${TOOL_SET_NAMES.join(', ')}, with commas between them`,
    actual: JSON.stringify(named.unknown.slice(0, 80)),
    fix: `Correct it, or leave it out for ${DEFAULT_TOOL_SETS}.`,
  });
}
