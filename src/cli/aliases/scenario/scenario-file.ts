import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ScenarioConfig } from '../../../planners/scenario/config.ts';
import type { Scenario } from '../../../planners/scenario/scenario.ts';
import { parseScenario } from '../../../planners/scenario/validate-scenario.ts';
import { CliError } from '../../error.ts';
import { fileText } from '../../files/file-text.ts';
import type { Invocation } from '../../invocation.ts';

const SHIPPED = new URL('../../../../examples/scenarios/', import.meta.url);

/** A scenario that comes with Wayfold. */
export interface ShippedScenario {
  readonly file: string;
  readonly scenario: Scenario;
}

/** The scenarios that come with Wayfold, by their ids. */
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

/** The text of a scenario file, of stdin for `-`, or of the shipped scenario of that id. */
export async function scenarioText(named: string, invocation: Invocation): Promise<string> {
  const shipped = /^[\w.-]+$/.test(named) && !existsSync(named) && new URL(`${named}.json`, SHIPPED);
  return await fileText(shipped && existsSync(shipped) ? fileURLToPath(shipped) : named, invocation);
}

/** What sets the scenario planner up to be one of the agents; the first unless told. */
export async function scenarioConfig(
  named: string,
  { myAgentId }: { readonly myAgentId?: string | undefined },
  invocation: Invocation,
): Promise<ScenarioConfig> {
  const scenario = parseScenario(await scenarioText(named, invocation));
  return configFor(scenario, myAgentId ?? scenario.agents[0]?.agentId ?? '');
}

/** The same for a scenario that is read already. */
export function configFor(scenario: Scenario, myAgentId: string): ScenarioConfig {
  const ids = scenario.agents.map(({ agentId }) => agentId);
  if (!ids.includes(myAgentId)) {
    throw new CliError('usage', {
      expected: `--as to be an agent of the scenario: ${ids.join(', ')}`,
      actual: JSON.stringify(myAgentId),
      fix: 'Choose one of them.',
    });
  }
  return ScenarioConfig.parse({ resolvedScenario: scenario, myAgentId });
}
