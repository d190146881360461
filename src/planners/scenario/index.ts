/**
 * @module The scenario planner plays one agent of a scenario: a JSON file that says who talks to whom, with which
 *   goals, tools and knowledge. In each turn a model looks things up with simulated tools, creates documents, asks
 *   its principal, and replies to the other side, until a tool ends the conversation.
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
 * // agents[0].tools[0].inputSchema.type must be "object": arguments have names
 * ```
 */

// The planner

export { ScenarioConfig } from './config.ts';
export { scenarioModule } from './module.ts';
export { createScenarioPlanner } from './planner.ts';

// Scenarios

export { SCENARIO_SCHEMA, Scenario } from './file/scenario.ts';
export { parseScenario, validateScenario } from './file/validate-scenario.ts';
