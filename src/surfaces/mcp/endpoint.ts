import type { WorkLimits } from '../../host/admission.ts';
import type { PlannerRegistry } from '../../host/registry.ts';
import type { Llm } from '../../model/llm.ts';
import { ServerError } from '../http/error.ts';
import type { ReopeningStore } from '../http/store/reopening-store.ts';
import type { ToolSetOptions } from './load-tool-sets.ts';
import { DEFAULT_TOOL_SETS, toolSetNames, toolSetsIn } from './tool-set-names.ts';

/** MCP over HTTP. */
export interface McpEndpoint {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Aborts requests in progress. The store stays open. */
  close(): Promise<void>;
}

/** Options of MCP over HTTP. */
export interface McpEndpointOptions {
  readonly place: ReopeningStore;
  /** The planners whose tools can be requested. */
  readonly registry: PlannerRegistry;
  /** The model of sessions whose setup does not name one. */
  readonly llm: Llm;
  /** The spending limits of planners. */
  readonly limits?: WorkLimits | undefined;
  /** The default plan, and how a plan is synced with other clones. */
  readonly sharedPlans?: Pick<ToolSetOptions, 'usualPlan' | 'syncPlan'> | undefined;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Serves a store over MCP, with the tools that `?tools=plan,minutes` names. The SDK and the planners are loaded on the
 * first request, because most servers never get one.
 */
export function mcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { place, registry, llm, limits, sharedPlans, onFailure } = options;
  const loading = new Map<string, Promise<McpEndpoint>>();
  const load = async (names: readonly string[]): Promise<McpEndpoint> => {
    const [{ loadToolSets }, { createMcpEndpoint }] = await Promise.all([
      import('./load-tool-sets.ts'),
      import('./http.ts'),
    ]);
    const planners = async () => ({ registry, llm });
    const sets = await loadToolSets(names, { place, planners, ...sharedPlans, limits, onError: onFailure });
    return createMcpEndpoint({ place, sets, onError: onFailure });
  };
  return {
    fetch: async (request) => {
      const names = toolSetsOf(request, registry);
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

function toolSetsOf({ url }: Request, registry: PlannerRegistry): readonly string[] {
  const list = new URL(url).searchParams.get('tools') ?? DEFAULT_TOOL_SETS;
  const known = toolSetNames(registry);
  const named = toolSetsIn(list, known);
  if (named.ok) return named.names;
  throw new ServerError('invalid-request', {
    expected: `?tools= to name some of ${known.join(', ')}, with commas between them`,
    actual: JSON.stringify(named.unknown.slice(0, 80)),
    fix: `Correct it, or leave it out for ${DEFAULT_TOOL_SETS}.`,
  });
}
