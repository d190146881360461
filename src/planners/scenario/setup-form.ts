import type { FieldRule } from '../../harness/module/planner-module.ts';
import type { FieldValue } from '../../harness/setup/config-store.ts';
import type { FieldOptions, FormValues } from '../../harness/setup/form-field.ts';
import type { Scenario, ScenarioAgent } from './file/scenario.ts';
import { addressProblem } from './file/scenario-source.ts';
import { playedIn, toolNamesOf } from './turn/side.ts';

/** How setup fields depend on the scenario: its content can be chosen once it is loaded. */
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

/** Another side has its own tools. */
export function toolsOfSide(scenario: Scenario | undefined, myAgentId: FieldValue): FormValues {
  return scenario ? { enabledTools: toolNamesOf(sideIn(scenario, myAgentId)) } : {};
}

/** The form's preview of a scenario: its topic, and the goals of the chosen side. */
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

/** An empty field means the first side. */
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
