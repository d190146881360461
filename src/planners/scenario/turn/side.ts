import type { FormValues } from '../../../harness/setup/form-field.ts';
import type { Scenario, ScenarioAgent } from '../file/scenario.ts';

/** The part of a setup that says which side is played, and with which tools. */
interface Chosen {
  readonly myAgentId?: unknown;
  readonly enabledTools?: unknown;
}

/** The agent and tools of a setup in a scenario: those that were chosen, if the scenario has them. */
export function chosenIn(
  scenario: Scenario,
  { myAgentId, enabledTools }: Chosen,
): { readonly myAgentId: string; readonly enabledTools: readonly string[] } {
  const agent = agentIn(scenario, myAgentId) ?? scenario.agents[0];
  const all = toolNamesOf(agent);
  return {
    myAgentId: agent?.agentId ?? '',
    enabledTools: Array.isArray(enabledTools) ? all.filter((name) => enabledTools.includes(name)) : all,
  };
}

/** The choices after loading another scenario: each is kept completely or not at all. */
export function stillChosen(scenario: Scenario, values: FormValues): ReturnType<typeof chosenIn> {
  const kept = chosenIn(scenario, values);
  const { enabledTools } = values;
  const isWhole =
    kept.myAgentId === values.myAgentId &&
    Array.isArray(enabledTools) &&
    kept.enabledTools.length === enabledTools.length;
  return isWhole ? kept : chosenIn(scenario, { myAgentId: kept.myAgentId });
}

/** The agent that a setup plays; by default the first one, and `undefined` for one that the scenario does not have. */
export function playedIn(scenario: Scenario, myAgentId: unknown): ScenarioAgent | undefined {
  return myAgentId === undefined ? scenario.agents[0] : agentIn(scenario, myAgentId);
}

/** The agent with this id. */
function agentIn({ agents }: Scenario, agentId: unknown): ScenarioAgent | undefined {
  return agents.find((agent) => agent.agentId === agentId);
}

/** The names of an agent's tools. */
export function toolNamesOf(agent: ScenarioAgent | undefined): readonly string[] {
  return (agent?.tools ?? []).map(({ toolName }) => toolName);
}
