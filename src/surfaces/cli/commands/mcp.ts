import { limitsFrom } from '../../../host/config/limits.ts';
import type { PlannerRegistry } from '../../../host/registry.ts';
import { PLANNING_STRATEGIES, type PlanningStrategy } from '../../../plan-tools/prompt/planning-strategy.ts';
import { ReopeningStore } from '../../http/store/reopening-store.ts';
import { loadToolSets } from '../../mcp/load-tool-sets.ts';
import { serveStdio } from '../../mcp/stdio.ts';
import { DEFAULT_TOOL_SETS, toolSetNames, toolSetsIn } from '../../mcp/tool-set-names.ts';
import { projectPlans } from '../config/project-plans.ts';
import { reopeningStore } from '../config/reopening-store.ts';
import { CliError } from '../error.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Invocation } from '../invocation.ts';
import { errorNote } from '../terminal/error-note.ts';

export interface McpOptions {
  readonly ephemeral?: boolean;
  readonly strategy?: string;
  readonly tools: string;
  /** The plan of calls that name none. */
  readonly plan?: string;
}

/** Agents keep this process running all day, so it polls slowly for changes by other processes. */
const POLL_MS = 250;

/** Serves the agent that started this process, until it closes the connection. */
export async function mcp(
  invocation: Invocation,
  { ephemeral = false, strategy, tools, plan }: McpOptions,
): Promise<ExitCode> {
  const { location, stdin, signal, output, env } = invocation;
  const place = ephemeral
    ? new ReopeningStore({
        open: async () => (await import('../../../journal/memory-store.ts')).memoryStore(),
      })
    : reopeningStore(location, { pollMs: POLL_MS });
  // The plan tools need no other planner, and start instantly without them.
  const planners = async () => {
    const [{ plannerRegistry }, { usualModel }] = await Promise.all([
      import('../config/planner-registry.ts'),
      import('../config/models.ts'),
    ]);
    const registry = await plannerRegistry(invocation, () => place.existing());
    return { registry, llm: await usualModel(invocation) };
  };
  const named = toolSetsIn(tools, toolSetNames());
  const names = named.ok ? named.names : toolSetsNamed(tools, (await planners()).registry);
  const chosen = strategy === undefined ? undefined : strategyNamed(strategy);
  const limits = limitsFrom(env);
  if (stdin.isTTY) {
    output.note('This command speaks MCP on stdin and stdout. Let an agent start it: see docs/mcp.md');
  }
  const onError = (error: unknown) => output.note(errorNote(error, env));
  try {
    const sets = await loadToolSets(names, {
      place,
      planners,
      strategy: chosen,
      ephemeral,
      ...(ephemeral ? {} : projectPlans(place, { plan, env, location })),
      limits,
      onError,
    });
    await serveStdio({ place, sets, stdin, stdout: process.stdout, signal, onError });
  } finally {
    await place.close();
  }
  return EXIT.ok;
}

function toolSetsNamed(list: string, registry: PlannerRegistry): readonly string[] {
  const known = toolSetNames(registry);
  const named = toolSetsIn(list, known);
  if (named.ok) return named.names;
  throw new CliError('usage', {
    expected: `--tools to name some of ${known.join(', ')}, with commas between them`,
    actual: JSON.stringify(named.unknown),
    fix: `Correct it, or leave it out for ${DEFAULT_TOOL_SETS}.`,
  });
}

/** Accepts `plan-act-reflect` for `PLAN_ACT_REFLECT`. */
function strategyNamed(name: string): PlanningStrategy {
  const wanted = name.toUpperCase().replaceAll('-', '_');
  const found = PLANNING_STRATEGIES.find((strategy) => strategy === wanted);
  if (found) return found;
  throw new CliError('usage', {
    expected: `--strategy to be one of ${PLANNING_STRATEGIES.map(optionName).join(', ')}`,
    actual: JSON.stringify(name),
    fix: 'Choose one of them, or leave it out for react.',
  });
}

function optionName(strategy: PlanningStrategy): string {
  return strategy.toLowerCase().replaceAll('_', '-');
}
