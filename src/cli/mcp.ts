import { PLANNING_STRATEGIES, type PlanningStrategy } from '../plan-tools/planning-strategy.ts';
import { Plans } from '../server/mcp/plans.ts';
import { serveStdio } from '../server/mcp/stdio.ts';
import { PlacedStore } from '../server/placed-store.ts';
import { CliError } from './error.ts';
import { errorNote } from './error-note.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { Invocation } from './invocation.ts';
import { placedStore } from './plan/store-place.ts';

export interface McpOptions {
  readonly ephemeral?: boolean;
  readonly strategy?: string;
  readonly tools: string;
}

/** Agents keep this running, and listening, all day: other processes' changes are looked for at leisure. */
const POLL_MS = 250;
const LATER_TOOLS = ['tasks', 'trip'];

/** Serves the agent that started this process, until it closes the connection. */
export async function mcp(
  invocation: Invocation,
  { ephemeral = false, strategy, tools }: McpOptions,
): Promise<ExitCode> {
  const { location, stdin, signal, output, env } = invocation;
  checkTools(tools);
  const chosen = strategy === undefined ? undefined : strategyNamed(strategy);
  if (stdin.isTTY) {
    output.note('This speaks MCP on stdin and stdout, for an agent to start. How to set one up: docs/mcp.md');
  }
  const place = ephemeral
    ? new PlacedStore({ open: async () => (await import('../journal/memory-store.ts')).memoryStore() })
    : placedStore(location, { pollMs: POLL_MS });
  try {
    await serveStdio({
      plans: new Plans(place),
      strategy: chosen,
      ephemeral,
      stdin,
      stdout: process.stdout,
      signal,
      onError: (error) => output.note(errorNote(error, env)),
    });
  } finally {
    await place.close();
  }
  return EXIT.ok;
}

function checkTools(tools: string): void {
  const named = tools.split(',').map((name) => name.trim());
  const wrong = named.find((name) => name !== 'plan');
  if (wrong === undefined) return;
  throw new CliError('usage', {
    expected: '--tools plan',
    actual: LATER_TOOLS.includes(wrong)
      ? `${wrong}, which this version cannot offer yet`
      : JSON.stringify(wrong),
    fix: 'Leave --tools out.',
  });
}

/** `plan-act-reflect` is as good as `PLAN_ACT_REFLECT`. */
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
