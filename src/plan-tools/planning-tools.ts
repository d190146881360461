import type { ToolInvoked } from '../kernel/session/facts.ts';
import type { OnRecord, ToolDefinition } from './calls/tool-definition.ts';
import { perRules, RECORDED_RULES } from './calls/tool-rules.ts';
import { erasedPlan, isErased } from './plan/erased-plan.ts';
import { type Plan, stepNumber } from './plan/plan.ts';
import { changedPlan, highestOf, numberOf } from './plan/plan-number.ts';
import { planAfterSharing } from './share/sharing-calls.ts';
import { addStepTool } from './tools/add-step.ts';
import { claimStepTool } from './tools/claim-step.ts';
import { clearPlanTool } from './tools/clear-plan.ts';
import { linkStepsTool } from './tools/link-steps.ts';
import { markStepTool } from './tools/mark-step.ts';
import { readPlanTool } from './tools/read-plan.ts';
import { readyStepsTool } from './tools/ready-steps.ts';
import { setupPlanTool } from './tools/setup-plan.ts';
import { updateStepTool } from './tools/update-step.ts';

/** The six tools, in the order they are offered. */
export const planningTools = perRules((rules): readonly ToolDefinition[] => [
  setupPlanTool(rules),
  addStepTool(rules),
  updateStepTool(rules),
  markStepTool(rules),
  clearPlanTool,
  readPlanTool,
]);

/** The tools for plans whose steps depend on each other; offered after the six if requested. */
export const GRAPH_TOOLS: readonly ToolDefinition[] = [readyStepsTool, claimStepTool, linkStepsTool];

const RECORDED = [...planningTools(RECORDED_RULES), ...GRAPH_TOOLS];
const SETUP = setupPlanTool(RECORDED_RULES);
const ADD = addStepTool(RECORDED_RULES);
const UPDATE = updateStepTool(RECORDED_RULES);
const MARK = markStepTool(RECORDED_RULES);
const OF_KNOWN_STEPS: readonly ToolDefinition[] = [UPDATE, MARK, linkStepsTool, claimStepTool];

/**
 * The plan after a call. Failed calls and other tools leave it unchanged. A recorded successful call had a plan
 * that allowed it: if there is none, the fact that created it was erased.
 */
export function planAfter(plan: Plan | undefined, event: ToolInvoked): Plan | undefined {
  const shared = planAfterSharing(plan, event);
  if (shared) return shared.plan;
  const { tool, params, success } = event;
  const called = success ? RECORDED.find(({ name }) => name === tool) : undefined;
  if (!called) return plan;
  const invocation = called.take(params);
  if (called === SETUP) return invocation.change(plan, event);
  const met = planMet(called, plan, event);
  // The steps of an erased plan are unknown: there is nothing to mark or update.
  const isLost = isErased(met) && OF_KNOWN_STEPS.includes(called);
  return isLost ? met : invocation.change(met, { ...event, isRecorded: true });
}

/** The plan that a successful call must have had. */
function planMet(
  called: ToolDefinition,
  plan: Plan | undefined,
  { assigned = [], plan: number }: OnRecord,
): Plan {
  if (plan === undefined || (number !== undefined && number !== numberOf(plan))) return erasedPlan(number);
  if (called.annotations.readOnly) return plan;
  if (plan.status === 'abandoned' || !canFollow(plan, assigned)) return erasedPlan(number);
  const needsActive = called === ADD || called === UPDATE || GRAPH_TOOLS.includes(called);
  return needsActive && plan.status === 'completed' ? changedPlan(plan, { status: 'active' }) : plan;
}

/** Ids that are not above those of the plan's steps were assigned in another plan. */
function canFollow(plan: Plan, [first]: readonly string[]): boolean {
  return first === undefined || stepNumber({ stepId: first }) > highestOf(plan);
}
