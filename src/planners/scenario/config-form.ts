import {
  type ConfigStore,
  configIn,
  type FieldValue,
  type InitialConfig,
} from '../../harness/config-store.ts';
import type { FieldOptions, FormField, FormValues, FormView } from '../../harness/form-field.ts';
import { createFormStore, type FormDefinition } from '../../harness/form-store.ts';
import {
  chosenIn,
  DEFAULT_INLINE_STEPS,
  isReady,
  LONGEST_INSTRUCTIONS,
  LONGEST_MODEL,
  loadScenario,
  MOST_INLINE_STEPS,
  type ScenarioAccess,
  type ScenarioConfig,
  ScenarioSeed,
  summarizeApplied,
  toolNamesOf,
} from './config.ts';
import { CORE_TOOL_DESCRIPTIONS, CORE_TOOL_NAMES } from './core-tools.ts';
import type { Scenario, ScenarioAgent } from './scenario.ts';
import { addressProblem, scenarioSource } from './scenario-source.ts';

/** What the setup card of the scenario planner begins with. */
export interface ScenarioStoreOptions extends ScenarioAccess {
  readonly llm?: { readonly id: string };
  readonly initial?: InitialConfig<ScenarioConfig>;
}

type View = FormView<Scenario>;

/**
 * The state behind the setup card of the scenario planner. The scenario loads by itself; what was chosen before is kept
 * where the scenario has it, once, and afterwards people's choices stand.
 */
export function createScenarioConfigStore({
  llm,
  initial,
  load,
  timer,
}: ScenarioStoreOptions = {}): ConfigStore<ScenarioConfig> {
  const { resolvedScenario, ...applied } = initial ? configIn(initial) : {};
  let scenario = resolvedScenario;
  const definition: FormDefinition<ScenarioConfig, Scenario> = {
    fields: fields(llm?.id),
    load: {
      key: 'scenarioUrl',
      async load(from, signal) {
        return await loadScenario(scenarioSource(from), { load, timer }, signal);
      },
      derive(loaded, { values, first }) {
        scenario = loaded;
        return { ...(first ? chosenIn(loaded, values) : stillChosen(loaded, values)) };
      },
    },
    toConfig: configOf,
    ready: (form) => isReady(configOf(form)),
    summary: summaryOf,
    preview: ({ loaded, values }) => loaded && previewOf(loaded, agentIn(loaded, values.myAgentId)),
  };
  const values = scenario ? { ...applied, ...chosenIn(scenario, applied) } : applied;
  const store = createFormStore(definition, {
    values,
    loaded: scenario,
    ...(timer && { timer }),
  });
  return {
    ...bound(store),
    setField(key, value) {
      store.setField(key, value);
      if (key === 'myAgentId') store.setField('enabledTools', toolNamesOf(agentIn(scenario, value)));
    },
  };
}

/** The methods of a store without its class, so that one of them can be replaced. */
function bound<Config>(store: ConfigStore<Config>): ConfigStore<Config> {
  return {
    snap: () => store.snap(),
    setField: (key, value) => store.setField(key, value),
    exportFullConfig: () => store.exportFullConfig(),
    subscribe: (listener) => store.subscribe(listener),
    destroy: () => store.destroy(),
  };
}

/** After another load: a choice stands as a whole or not at all. */
function stillChosen(scenario: Scenario, values: FormValues): ReturnType<typeof chosenIn> {
  const kept = chosenIn(scenario, values);
  const { enabledTools } = values;
  const isWhole =
    kept.myAgentId === values.myAgentId &&
    Array.isArray(enabledTools) &&
    kept.enabledTools.length === enabledTools.length;
  return isWhole ? kept : chosenIn(scenario, { myAgentId: kept.myAgentId });
}

function configOf({ values, loaded }: View): ScenarioConfig {
  const config = ScenarioSeed.parse(seedOf(values));
  return loaded ? { ...config, resolvedScenario: loaded } : config;
}

/** An emptied field holds nothing, which stands for its default. */
function seedOf({ scenarioUrl, model, myAgentId, enabledTools, ...rest }: FormValues): FormValues {
  const { enabledCoreTools, maxInlineSteps, instructions } = rest;
  return {
    scenarioUrl: typeof scenarioUrl === 'string' ? scenarioUrl.trim() : undefined,
    model: typeof model === 'string' ? model.trim() : undefined,
    maxInlineSteps,
    instructions,
    enabledCoreTools,
    ...(typeof myAgentId === 'string' && myAgentId !== '' && { myAgentId }),
    ...(enabledTools !== undefined && { enabledTools }),
  };
}

/** Also of a form with errors in it. */
function summaryOf({ values, loaded }: View): string | undefined {
  const { data } = ScenarioSeed.safeParse(seedOf(values));
  return data && loaded && summarizeApplied({ ...data, resolvedScenario: loaded });
}

function fields(defaultModel: string | undefined): readonly FormField<Scenario>[] {
  const isLoaded = ({ loaded }: View) => loaded !== undefined;
  return [
    {
      key: 'scenarioUrl',
      type: 'text',
      label: 'Scenario',
      required: true,
      placeholder: 'https://…/scenario.json',
      help: 'The address of a scenario file, or sha256: and the hash of one that was uploaded.',
      check: (value) => addressProblem(String(value)),
    },
    {
      key: 'myAgentId',
      type: 'select',
      label: 'My side',
      visible: isLoaded,
      options: ({ loaded }) => (loaded?.agents ?? []).map(agentOption),
    },
    {
      key: 'enabledTools',
      type: 'checkbox-group',
      label: 'Tools',
      visible: isLoaded,
      options: ({ loaded, values }) => toolOptions(agentIn(loaded, values.myAgentId)),
    },
    {
      key: 'enabledCoreTools',
      type: 'checkbox-group',
      label: 'Built-in tools',
      initial: CORE_TOOL_NAMES,
      options: CORE_TOOL_NAMES.map((value) => ({
        value,
        label: `${value}: ${CORE_TOOL_DESCRIPTIONS[value]}`,
      })),
    },
    {
      key: 'maxInlineSteps',
      type: 'number',
      label: 'Steps',
      initial: DEFAULT_INLINE_STEPS,
      integer: true,
      min: 1,
      max: MOST_INLINE_STEPS,
      help: 'How many decisions the model takes in one turn at most.',
    },
    {
      key: 'instructions',
      type: 'textarea',
      label: 'Instructions',
      help: 'What the model is told besides what the scenario says.',
      check: (value) => tooLong(value, LONGEST_INSTRUCTIONS),
    },
    {
      key: 'model',
      type: 'text',
      label: 'Model',
      ...(defaultModel !== undefined && { placeholder: defaultModel }),
      help: 'Such as offline or anthropic/claude-sonnet-5-5. Keys come from the environment.',
      check: (value) => tooLong(value, LONGEST_MODEL),
    },
  ];
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

function agentIn(scenario: Scenario | undefined, agentId: FieldValue): ScenarioAgent | undefined {
  return scenario?.agents.find((agent) => agent.agentId === agentId);
}

function previewOf({ metadata, agents }: Scenario, agent: ScenarioAgent | undefined): string {
  return [
    metadata.title,
    metadata.description,
    `Between ${agents.map(({ principal }) => principal.name).join(' and ')}.`,
    ...(agent ? [`${agent.principal.name} wants:`, ...agent.goals.map((goal) => `- ${goal}`)] : []),
  ].join('\n');
}

function tooLong(value: unknown, longest: number): string | undefined {
  return typeof value === 'string' && value.length > longest ? `At most ${longest} characters.` : undefined;
}
