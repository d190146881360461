import { isPlainObject } from '../../../journal/integrity/canonical-json.ts';
import type { ScenarioProblem } from '../error.ts';
import { Scenario, ScenarioAgent, ScenarioTool } from './scenario.ts';

const MAX_WARNINGS = 100;

/** Unknown fields of a scenario: misspelled, or of another program. */
export function scenarioWarnings(value: unknown): readonly ScenarioProblem[] {
  if (!isPlainObject(value)) return [];
  return [
    ...unknownNames(value, Scenario.shape, ''),
    ...unknownNames(value.metadata, Scenario.shape.metadata.shape, 'metadata'),
    ...listOf(value.agents).flatMap((agent, at) => agentWarnings(agent, `agents[${at}]`)),
  ].slice(0, MAX_WARNINGS);
}

function agentWarnings(agent: unknown, path: string): readonly ScenarioProblem[] {
  if (!isPlainObject(agent)) return [];
  return [
    ...unknownNames(agent, ScenarioAgent.shape, path),
    ...unknownNames(agent.principal, ScenarioAgent.shape.principal.shape, `${path}.principal`),
    ...listOf(agent.tools).flatMap((tool, at) => toolWarnings(tool, `${path}.tools[${at}]`)),
  ];
}

function toolWarnings(tool: unknown, path: string): readonly ScenarioProblem[] {
  if (!isPlainObject(tool)) return [];
  const { endsConversation, conversationEndStatus } = tool;
  const hasNoMeaning = endsConversation !== true && conversationEndStatus !== undefined;
  return [
    ...unknownNames(tool, ScenarioTool.shape, path),
    ...(hasNoMeaning
      ? [
          {
            path: `${path}.conversationEndStatus`,
            message: 'has no meaning: the tool does not end the conversation',
          },
        ]
      : []),
  ];
}

function unknownNames(
  value: unknown,
  known: Readonly<Record<string, unknown>>,
  path: string,
): readonly ScenarioProblem[] {
  if (!isPlainObject(value)) return [];
  return Object.keys(value)
    .filter((key) => !Object.hasOwn(known, key))
    .map((key) => ({
      path: path === '' ? key : `${path}.${key}`,
      message: 'is unknown, and kept unchanged',
    }));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
