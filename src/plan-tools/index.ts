/**
 * @module
 * A plan for an agent: one todo list a session, kept by six tools, taught by a section of the prompt. Calls may come
 * many at once and none is lost; with a journal the plan survives restarts. It runs in browsers too.
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

export { type BusEvent, type EventBus, InProcessEventBus } from '../kernel/session/event-bus.ts';
export { type SessionEvent, sessionFacts, type ToolInvoked } from '../kernel/session/facts.ts';
export {
  type FactPassedOver,
  type PublishedEvent,
  Session,
  type SessionJournal,
  type SessionOptions,
  type SessionSnapshot,
  selectLatest,
} from '../kernel/session/session.ts';
export { type Reducer, replaceLatest, type Slice } from '../kernel/session/slice.ts';

// Plans, and what is done to them

export type {
  AddStep,
  ClearPlan,
  MarkStep,
  NewPlanStep,
  ReadPlan,
  SetupPlan,
  UpdateStep,
} from './commands.ts';
export {
  PLAN_STATUSES,
  Plan,
  type PlanStatus,
  type PlanStep,
  STEP_STATUSES,
  type StepStatus,
} from './plan.ts';
export { MAX_DETAILS, MAX_NOTE, MAX_OBJECTIVE, MAX_TITLE } from './text-rules.ts';

// Tools

export { type PlanningToolsOptions, PlanningToolsSection } from './planning-tools-section.ts';
export type { Tool, ToolResult } from './tool.ts';
export type { ToolDescription, ToolExample, ToolValue } from './tool-definition.ts';
export type { ToolOutcome } from './tool-outcome.ts';
export { toWire, WirePlan, WireStep } from './wire.ts';

// Prompts

export { MarkdownSection, type MarkdownSectionOptions } from './markdown-section.ts';
export { PLANNING_STRATEGIES, PlanningStrategy, planningStrategy } from './planning-strategy.ts';
export { type ParamsOf, Prompt, type PromptOptions, type Section } from './prompt.ts';

// For other programs: tools for models, files, editors

export { type AcpPlan, type AcpPlanEntry, toAcpPlan } from './acp-plan.ts';
export {
  type AiSdkTool,
  type McpTool,
  type OpenAiFunctions,
  toAiSdkTools,
  toMcpTools,
  toOpenAiFunctions,
} from './adapters.ts';
export type { JsonSchema } from './json-schema.ts';
export {
  EXPORT_FORMATS,
  type ExportFormat,
  exportPlan,
  formatOf,
  IMPORT_FORMATS,
  type ImportFormat,
  type ImportPlanOptions,
  importPlan,
} from './plan-files.ts';
export { renderPlan } from './render-plan.ts';

// Errors

export {
  PLAN_TOOLS_ERROR_CODES,
  PlanImportError,
  type PlanToolsErrorCode,
  PromptError,
  ToolValidationError,
} from './error.ts';
