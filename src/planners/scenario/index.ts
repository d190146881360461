/**
 * @module
 * The scenario planner plays one agent of a scenario: a JSON file that says who talks to whom, with which goals, tools and
 * knowledge. In each turn a model looks things up with simulated tools, makes documents, asks the person it acts for, and
 * answers the other side, until a tool ends the conversation.
 *
 * ```ts
 * import { validateScenario } from 'wayfold/scenario';
 *
 * const checked = validateScenario({
 *   metadata: { id: 'books', title: 'A book on loan', description: 'A reader wants to keep a book for longer.' },
 *   agents: [
 *     {
 *       agentId: 'library',
 *       principal: { type: 'organization', name: 'Town library', description: 'Lends books.' },
 *       situation: 'A reader writes.',
 *       systemPrompt: 'Be brief.',
 *       goals: ['Settle the loan'],
 *       tools: [
 *         {
 *           toolName: 'extend_loan',
 *           description: 'Extends a loan.',
 *           inputSchema: { type: 'string' },
 *           synthesisGuidance: 'The new date.',
 *           endsConversation: true,
 *         },
 *       ],
 *       knowledgeBase: {},
 *     },
 *   ],
 * });
 * if (!checked.ok) for (const { path, message } of checked.errors) console.log(path, message);
 * // agents[0].tools[0].conversationEndStatus is missing: the tool ends the conversation
 * // agents[0].tools[0].inputSchema.type must be "object": arguments have names
 * ```
 */

// Setting up
export { DEFAULT_INLINE_STEPS, ScenarioConfig, ScenarioSeed } from './config.ts';
// Playing
export { CORE_TOOL_NAMES, type CoreToolName } from './core-tools.ts';
// Errors
export {
  SCENARIO_ERROR_CODES,
  ScenarioError,
  type ScenarioErrorCode,
  type ScenarioProblem,
} from './error.ts';
export type { ScenarioAccess } from './load-scenario.ts';
export { scenarioModule } from './module.ts';
export { offlineSkills } from './offline-skills.ts';
export { createScenarioPlanner } from './planner.ts';
// Scenarios
export { SCENARIO_SCHEMA, Scenario, ScenarioAgent, ScenarioTool } from './scenario.ts';
export { type ScenarioLoader, type ScenarioSource, scenarioSource } from './scenario-source.ts';
export {
  MAX_SCENARIO_BYTES,
  parseScenario,
  type ScenarioCheck,
  validateScenario,
} from './validate-scenario.ts';
