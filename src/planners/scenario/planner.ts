import type { PlanContext, PlanInput, Planner } from '../../harness/planner.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import {
  DEFAULT_SCENARIO_CONFIG,
  dehydrate,
  hydrate,
  type ScenarioAccess,
  type ScenarioConfig,
  type ScenarioSeed,
  summarizeApplied,
} from './config.ts';
import { createScenarioConfigStore } from './config-form.ts';
import { ScenarioError } from './error.ts';
import { Turn, type TurnSetting } from './turn.ts';

/** The planner that plays one agent of a scenario: it looks things up with simulated tools and talks to the other side. */
export function createScenarioPlanner(access: ScenarioAccess = {}): Planner<ScenarioConfig, ScenarioSeed> {
  return {
    id: 'scenario',
    name: 'Scenario Planner v0.3',
    async plan({ facts }: PlanInput, context: PlanContext<ScenarioConfig>): Promise<readonly ProposedFact[]> {
      context.hud('reading');
      // A program may have set a session up with some of the fields.
      const config = { ...DEFAULT_SCENARIO_CONFIG, ...context.config };
      return await new Turn({ facts, context: { ...context, config }, ...sideOf(config) }).take();
    },
    createConfigStore: (options) => createScenarioConfigStore({ ...options, ...access }),
    dehydrate,
    hydrate: (seed, context = {}) => hydrate(seed, context, access),
    // There are none, and a scenario may have names in it that look like secrets.
    withoutSecrets: (config) => config,
    summarizeApplied,
  };
}

function sideOf({
  resolvedScenario: scenario,
  myAgentId = scenario?.agents[0]?.agentId,
}: ScenarioConfig): Pick<TurnSetting, 'scenario' | 'agent'> {
  const agent = scenario?.agents.find(({ agentId }) => agentId === myAgentId);
  if (scenario !== undefined && agent !== undefined) return { scenario, agent };
  throw new ScenarioError('scenario-not-ready', {
    expected: 'a config with a scenario, and with one of its agents as myAgentId',
    actual:
      scenario === undefined
        ? 'a config without a scenario'
        : `${JSON.stringify(myAgentId)}, where the scenario has ${scenario.agents.map(({ agentId }) => agentId).join(', ')}`,
    fix: 'Set the planner up: load a scenario, and choose a side.',
  });
}
