import { z } from 'zod';
import type { ToolInvoked } from '../../kernel/session/facts.ts';
import { frozenStep, type Plan, StepConflict } from '../plan/plan.ts';
import {
  aliasesOf,
  changedPlan,
  highestOf,
  numberOf,
  suffixOf,
  withAliases,
  withHighest,
  withNumber,
  withSuffix,
} from '../plan/plan-number.ts';
import { changedBy } from './apply-changes.ts';
import { PlanChange } from './plan-change.ts';
import { CloneId, SeenChanges } from './shared-change.ts';

/** The tool under which it is on record that a plan is shared from here. No agent is offered it. */
const SHARE = 'planning_share';
/** The tool under which it is on record what other clones have changed. No agent is offered it. */
const MERGE = 'planning_merge';

const ShareParams = z.object({
  plan_id: z.string(),
  clone: CloneId,
  /** Where the clone is: a copy of its directory is another clone. */
  place: z.string(),
  /** What the ids of new steps end in; none in the clone that was the first to share the plan. */
  suffix: z.string().optional(),
});

const MergeParams = z.object({
  changes: z.array(PlanChange),
  /** Of the steps that several clones have changed at once. */
  conflicts: z.array(z.object({ step_id: z.string(), conflicts: z.array(StepConflict) })),
  /** Of the objective. */
  plan_conflicts: z.array(StepConflict).optional(),
  seen: SeenChanges,
  time: z.tuple([z.int(), z.int()]),
  highest: z.int().nonnegative(),
  suffix: z.string().optional(),
  /** What steps were called here before, where another clone has given the same id. */
  aliases: z.record(z.string(), z.string()).optional(),
});

/** Which clone shares a plan. */
export type ShareCall = z.infer<typeof ShareParams>;
/** What a clone takes over from the others. */
export type MergeCall = z.infer<typeof MergeParams>;

/** That a plan is shared from here, as it is recorded. */
export function shareEvent(call: ShareCall): ToolInvoked {
  return { type: 'ToolInvoked', tool: SHARE, params: call, success: true };
}

/** That changes of other clones were taken over, as it is recorded. */
export function mergeEvent(call: MergeCall, plan: Plan | undefined, version: number): ToolInvoked {
  return {
    type: 'ToolInvoked',
    tool: MERGE,
    params: call,
    success: true,
    plan: numberOf(plan) ?? version + 1,
    by: 'clones',
  };
}

/** The sharing of a plan that a call stands for, if it is one. */
export function shareCallOf({ tool, params, success }: ToolInvoked): ShareCall | undefined {
  return success && tool === SHARE ? ShareParams.safeParse(params).data : undefined;
}

/** The changes of other clones that a call stands for, if it is one. */
export function mergeCallOf({ tool, params, success }: ToolInvoked): MergeCall | undefined {
  return success && tool === MERGE ? MergeParams.safeParse(params).data : undefined;
}

/** What such a call leaves of the plan. Undefined for a call of any other tool. */
export function planAfterSharing(
  plan: Plan | undefined,
  event: ToolInvoked,
): { readonly plan: Plan | undefined } | undefined {
  const shared = shareCallOf(event);
  if (shared) return { plan: plan && withSuffix(changedPlan(plan, {}), shared.suffix ?? '') };
  const merged = mergeCallOf(event);
  if (merged === undefined) return undefined;
  const { changes, conflicts, plan_conflicts: ofPlan = [], highest, suffix, aliases } = merged;
  // A clone that has nothing yet begins with what the others have.
  if (plan === undefined && !changes.some((change) => 'objective' in change)) return { plan };
  const changed = changedBy(plan, changes);
  const open = new Map(conflicts.map((each) => [each.step_id, each.conflicts]));
  const steps = changed.steps.map(({ conflicts: _, ...step }) => {
    const found = open.get(step.stepId);
    return frozenStep(found ? { ...step, conflicts: found } : step);
  });
  const next = changedPlan(changed, {
    steps: Object.freeze(steps),
    ...(ofPlan.length > 0 && { conflicts: Object.freeze(ofPlan) }),
  });
  withNumber(next, numberOf(plan) ?? event.plan);
  withHighest(next, Math.max(highest, highestOf(next)));
  withAliases(next, { ...aliasesOf(plan), ...aliases });
  return { plan: withSuffix(next, suffix ?? suffixOf(plan) ?? '') };
}
