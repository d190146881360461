import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../../../journal/clock.ts';
import { sha256 } from '../../../../journal/integrity/sha256.ts';
import type { FactStore } from '../../../../journal/store.ts';
import type { Scenario } from '../../../../planners/scenario/file/scenario.ts';
import { parseScenario } from '../../../../planners/scenario/file/validate-scenario.ts';
import { CliError } from '../../error.ts';
import { fileText } from '../../files/file-text.ts';
import type { Invocation } from '../../invocation.ts';

const SHIPPED = new URL('../../../../../examples/scenarios/', import.meta.url);

/** A scenario that comes with Wayfold. */
export interface ShippedScenario {
  readonly file: string;
  readonly scenario: Scenario;
}

/** The scenarios that come with Wayfold, by id. */
export function shippedScenarios(): readonly ShippedScenario[] {
  const folder = fileURLToPath(SHIPPED);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => {
      const file = fileURLToPath(new URL(name, SHIPPED));
      return { file, scenario: parseScenario(readFileSync(file)) };
    });
}

/** The text of a scenario file, of stdin for `-`, or of the bundled scenario with that id. */
export async function scenarioText(named: string, invocation: Invocation): Promise<string> {
  const shipped = /^[\w.-]+$/.test(named) && !existsSync(named) && new URL(`${named}.json`, SHIPPED);
  return await fileText(shipped && existsSync(shipped) ? fileURLToPath(shipped) : named, invocation);
}

/** The setup that makes the scenario planner play one of the agents, by default the first. Stores the file. */
export async function seedOfScenario(
  text: string,
  {
    myAgentId,
    store,
    clock,
  }: { readonly myAgentId?: string | undefined; readonly store: FactStore; readonly clock: Clock },
): Promise<{ readonly scenarioUrl: string; readonly myAgentId: string }> {
  const ids = parseScenario(text).agents.map(({ agentId }) => agentId);
  const chosen = myAgentId ?? ids[0] ?? '';
  if (!ids.includes(chosen)) {
    throw new CliError('usage', {
      expected: `--as to be an agent of the scenario: ${ids.join(', ')}`,
      actual: JSON.stringify(chosen),
      fix: 'Choose one of them.',
    });
  }
  const bytes = new TextEncoder().encode(text);
  const hash = sha256(bytes);
  await store.putAttachment(hash, bytes, new Date(clock.now()).toISOString());
  return { scenarioUrl: `sha256:${hash}`, myAgentId: chosen };
}
