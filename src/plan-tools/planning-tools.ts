import type { ToolInvoked } from '../kernel/session/facts.ts';
import { ERASED_PLAN } from './changes.ts';
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

/**
 * What a call leaves of the plan. Failed calls and other tools' leave it as it is. A call that is on record to have
 * succeeded had a plan that allowed it: when there is none, what made it was erased.
 */
export function planAfter(
  plan: Plan | undefined,
  { tool, params, success, assigned }: ToolInvoked,
): Plan | undefined {
  const called = success ? PLANNING_TOOLS.find(({ name }) => name === tool) : undefined;
  if (!called) return plan;
  const invocation = called.take(params);
  const found = called === setupPlanTool ? plan : planBefore(called, plan, assigned);
  // None of the steps of an erased plan is known: there is nothing to mark or to update.
  const isLost = found === ERASED_PLAN && (called === markStepTool || called === updateStepTool);
  return isLost ? found : invocation.change(found, assigned);
}

/** The plan that a successful call must have met. */
function planBefore(called: ToolDefinition, plan: Plan | undefined, assigned: readonly string[] = []): Plan {
  if (plan === undefined) return ERASED_PLAN;
  if (called === readPlanTool) return plan;
  if (plan.status === 'abandoned') return ERASED_PLAN;
  const taken = new Set(plan.steps.map(({ stepId }) => stepId));
  if (assigned.some((id) => taken.has(id))) return ERASED_PLAN;
  const needsActive = called === addStepTool || called === updateStepTool;
  return needsActive && plan.status === 'completed' ? { ...plan, status: 'active' } : plan;
}
