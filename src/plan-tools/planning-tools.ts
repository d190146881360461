import type { ToolInvoked } from '../kernel/session/facts.ts';
import type { Plan } from './plan.ts';
import type { ToolDefinition } from './tool-definition.ts';
import { addStepTool } from './tools/add-step.ts';
import { clearPlanTool } from './tools/clear-plan.ts';
import { markStepTool } from './tools/mark-step.ts';
import { readPlanTool } from './tools/read-plan.ts';
import { setupPlanTool } from './tools/setup-plan.ts';
import { updateStepTool } from './tools/update-step.ts';

/** The six, in the order in which they are offered. */
export const PLANNING_TOOLS: readonly ToolDefinition[] = [
  setupPlanTool,
  addStepTool,
  updateStepTool,
  markStepTool,
  clearPlanTool,
  readPlanTool,
];

/** What a call leaves of the plan. Failed calls and other tools' leave it as it is. */
export function planAfter(plan: Plan | undefined, { tool, params, success }: ToolInvoked): Plan | undefined {
  const called = success ? PLANNING_TOOLS.find(({ name }) => name === tool) : undefined;
  return called ? called.take(params).change(plan) : plan;
}
