import { definePlanner } from '../../harness/module/define-planner.ts';
import type { SessionStatus } from '../../harness/module/planner-module.ts';
import { cancelled, conversationBlock, hasEnded, statusOf } from '../conversation.ts';
import { DEFAULT_SCENARIO_CONFIG, ScenarioSeed } from './config.ts';
import { ScenarioError } from './error.ts';
import { loadScenario, type ScenarioAccess } from './file/load-scenario.ts';
import { endStatusOf, type Scenario, type ScenarioAgent } from './file/scenario.ts';
import { scenarioSource } from './file/scenario-source.ts';
import { SHIPPED_SCENARIOS } from './file/shipped-scenarios.ts';
import { looksLikeScenario } from './looks-like-scenario.ts';
import { offlineSkills } from './offline-skills.ts';
import { BEFORE_SCENARIO, type ScenarioState, scenarioAfter } from './scenario-state.ts';
import { fieldRules, previewOf, toolsOfSide } from './setup-form.ts';
import { chosenIn, playedIn, stillChosen } from './turn/side.ts';
import { CLOSING_DRAFT, Turn } from './turn/turn.ts';
import { sideBlocks } from './view.ts';

/**
 * The planner that plays one agent of a scenario: it looks things up with simulated tools and talks to the other
 * side.
 */
export function scenarioModule({ load, timer }: ScenarioAccess = {}) {
  return definePlanner({
    id: 'scenario',
    title: 'Scenario planner',
    description: 'Plays one side of a scenario, with its tools, in a conversation with another agent.',
    icon: 'messages-square',
    talks: 'agent',
    config: ScenarioSeed,
    facts: {},
    state: { version: 3, initial: BEFORE_SCENARIO, apply: scenarioAfter },
    wakes: [
      {
        // The tool call stands: without a last message the other side would never know.
        kind: 'closing',
        on: 'compose_dismissed',
        when: ({ composeId }) => String(composeId).startsWith(CLOSING_DRAFT),
        takesDuplicates: true,
      },
    ],
    async plan({ facts, loaded }, context) {
      context.hud('reading');
      // A program may have set only some of the fields.
      const config = { ...DEFAULT_SCENARIO_CONFIG, ...context.config };
      return await new Turn({
        facts,
        context: { ...context, config },
        ...sideOf(scenarioIn(loaded), config.myAgentId),
      }).take();
    },
    view({ state, config, loaded }) {
      const scenario = scenarioIn(loaded);
      const agent = scenario && playedIn(scenario, config?.myAgentId);
      return [
        conversationBlock(state),
        ...(scenario && agent ? sideBlocks(scenario, agent, config?.enabledTools) : []),
      ];
    },
    data: ({ config, loaded }) => ({ type: 'conversation', ...otherSides(scenarioIn(loaded), config) }),
    comparable: () => ({}),
    status: ({ state, config, loaded }) =>
      endOf(state, scenarioIn(loaded), config?.myAgentId) ?? statusOf(state),
    done: ({ state }) => hasEnded(state),
    cancel: ({ state }, { by }) => cancelled(state, by),
    summary({ myAgentId, enabledTools, model }, loaded) {
      const scenario = scenarioIn(loaded);
      const agent = scenario && playedIn(scenario, myAgentId);
      if (scenario === undefined || agent === undefined) return 'no scenario';
      const enabled = chosenIn(scenario, { myAgentId, enabledTools }).enabledTools;
      return [
        scenario.metadata.title,
        `as ${agent.principal.name}`,
        `${enabled.length} of ${agent.tools.length} tools`,
        ...(model === '' ? [] : [model]),
      ].join(', ');
    },
    fields: ({ values, loaded }) => fieldRules(values, scenarioIn(loaded)),
    derive: (key, { values, loaded }) =>
      key === 'myAgentId' ? toolsOfSide(scenarioIn(loaded), values.myAgentId) : {},
    preview: ({ values, loaded }) => {
      const scenario = scenarioIn(loaded);
      return scenario && previewOf(scenario, values.myAgentId);
    },
    load: {
      field: 'scenarioUrl',
      as: 'resolvedScenario',
      async load(from, { signal, host }) {
        const source = scenarioSource(from);
        const stored = host && source.type === 'upload' ? () => host.readAttachment(source.sha256) : load;
        return await loadScenario(source, { load: stored, timer }, signal);
      },
      derive: (loaded: Scenario, { values, first }) =>
        first ? chosenIn(loaded, values) : stillChosen(loaded, values),
    },
    fits: looksLikeScenario,
    examples: SHIPPED_SCENARIOS,
    offlineSkills,
  });
}

function scenarioIn(loaded: unknown): Scenario | undefined {
  // It was validated when it was loaded.
  return loaded as Scenario | undefined;
}

/** The other agents of the scenario, each with the setup of a session that plays it. */
function otherSides(scenario: Scenario | undefined, config: ScenarioSeed | undefined) {
  const agent = scenario && playedIn(scenario, config?.myAgentId);
  if (scenario === undefined || agent === undefined) return {};
  const others = scenario.agents.filter(({ agentId }) => agentId !== agent.agentId);
  return {
    otherSides: others.map(({ agentId, principal }) => ({
      name: principal.name,
      config: { scenarioUrl: config?.scenarioUrl, myAgentId: agentId },
    })),
  };
}

/** How a tool has ended the conversation, if one did and no message could tell the other side. */
function endOf(
  { endedBy }: ScenarioState,
  scenario: Scenario | undefined,
  myAgentId: string | undefined,
): SessionStatus | undefined {
  const agent = scenario && playedIn(scenario, myAgentId);
  const tool = agent?.tools.find(({ toolName }) => toolName === endedBy);
  return tool?.endsConversation ? endStatusOf(tool) : undefined;
}

function sideOf(
  scenario: Scenario | undefined,
  myAgentId: string | undefined,
): { readonly scenario: Scenario; readonly agent: ScenarioAgent } {
  const agent = scenario && playedIn(scenario, myAgentId);
  if (scenario !== undefined && agent !== undefined) return { scenario, agent };
  throw new ScenarioError('scenario-not-ready', {
    summary:
      scenario === undefined
        ? 'No scenario is loaded.'
        : `The scenario has no agent ${JSON.stringify(myAgentId)}, only ${scenario.agents.map(({ agentId }) => agentId).join(', ')}.`,
    fix: 'Set the planner up: load a scenario, and choose a side.',
  });
}
