import type { FieldRule } from '../../harness/module/planner-module.ts';
import type { FieldValue } from '../../harness/setup/config-store.ts';
import type { FieldOptions, FormValues } from '../../harness/setup/form-field.ts';
import type { Scenario, ScenarioAgent } from './file/scenario.ts';
import { addressProblem } from './file/scenario-source.ts';
import { playedIn, toolNamesOf } from './turn/side.ts';

/** How the fields of the setup depend on the scenario: what it has can be chosen once it is there. */
export function fieldRules(
  values: FormValues,
  scenario: Scenario | undefined,
): Readonly<Record<string, FieldRule>> {
  const visible = scenario !== undefined;
  return {
    scenarioUrl: { required: true, error: addressProblem(String(values.scenarioUrl ?? '')) },
    myAgentId: { visible, options: (scenario?.agents ?? []).map(agentOption) },
    enabledTools: { visible, options: toolOptions(sideIn(scenario, values.myAgentId)) },
  };
}

/** Another side brings its tools. */
export function toolsOfSide(scenario: Scenario | undefined, myAgentId: FieldValue): FormValues {
  return scenario ? { enabledTools: toolNamesOf(sideIn(scenario, myAgentId)) } : {};
}

/** What the form shows of a scenario: what it is about, and what the chosen side wants. */
export function previewOf(scenario: Scenario, myAgentId: FieldValue): string {
  const { metadata, agents } = scenario;
  const agent = sideIn(scenario, myAgentId);
  return [
    metadata.title,
    metadata.description,
    `Between ${agents.map(({ principal }) => principal.name).join(' and ')}.`,
    ...(agent ? [`${agent.principal.name} wants:`, ...agent.goals.map((goal) => `- ${goal}`)] : []),
  ].join('\n');
}

/** An emptied field means the first side. */
function sideIn(scenario: Scenario | undefined, myAgentId: FieldValue): ScenarioAgent | undefined {
  return scenario && playedIn(scenario, myAgentId === '' ? undefined : myAgentId);
}

function agentOption({ agentId, principal }: ScenarioAgent): FieldOptions[number] {
  return { value: agentId, label: `${principal.name} (${agentId})` };
}

function toolOptions(agent: ScenarioAgent | undefined): FieldOptions {
  return (agent?.tools ?? []).map(({ toolName, endsConversation }) => ({
    value: toolName,
    label: endsConversation ? `${toolName} (ends the conversation)` : toolName,
  }));
}
