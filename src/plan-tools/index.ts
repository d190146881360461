/**
 * @module A plan for an agent: one to-do list per session, updated with six tools that a section of the prompt
 *   explains. Concurrent calls lose nothing; with a journal the plan survives restarts. It also runs in browsers.
 *
 * ```ts
 * import { PlanningToolsSection, Session } from 'wayfold/plan-tools';
 *
 * const section = new PlanningToolsSection({ session: new Session() });
 * const setup = await section.tool('planning_setup_plan').call({
 *   objective: 'Triage the open bug reports',
 *   initial_steps: [{ title: 'List the open reports' }, { title: 'Label each report' }],
 * });
 * console.log(setup.message); // Plan set up with 2 steps: S001, S002.
 *
 * await section.tool('planning_mark_step').call({ step_id: 'S001', status: 'done', note: 'Found 14.' });
 * const { message } = await section.tool('planning_read_plan').call({});
 * console.log(message);
 * ```
 */

// Sessions

export { type EventBus, InProcessEventBus } from '../kernel/session/event-bus.ts';
export type { ToolInvoked } from '../kernel/session/facts.ts';
export {
  type FactPassedOver,
  type PublishedEvent,
  Session,
  selectLatest,
} from '../kernel/session/session.ts';
export { replaceLatest, type Slice } from '../kernel/session/slice.ts';

// Plans and tools

export type { Tool, ToolResult } from './calls/tool.ts';
export { Plan, type PlanStep } from './plan/plan.ts';
export { PlanningStrategy } from './prompt/planning-strategy.ts';
export { PlanningToolsSection } from './prompt/planning-tools-section.ts';

// Prompts

export { MarkdownSection } from './prompt/markdown-section.ts';
export { Prompt } from './prompt/prompt.ts';

// For other programs: tools for models, files, editors

export { toAiSdkTools, toMcpTools, toOpenAiFunctions } from './calls/adapters.ts';
export { toWire } from './calls/wire.ts';
export { toAcpPlan } from './formats/acp-plan.ts';
export { exportPlan, importPlan } from './formats/plan-files.ts';
export { planContext } from './prompt/plan-context.ts';
export { renderPlan } from './prompt/render-plan.ts';

// Errors

export { ToolValidationError } from './error.ts';
