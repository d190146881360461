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

/** The tool name that records that a plan is shared from here. It is not offered to agents. */
const SHARE = 'planning_share';
/** The tool name that records changes from other clones. It is not offered to agents. */
const MERGE = 'planning_merge';

const ShareParams = z.object({
  plan_id: z.string(),
  clone: CloneId,
  /** The location of the clone: a copy of its directory is another clone. */
  place: z.string(),
  /** The suffix of new step ids; empty in the clone that shared the plan first. */
  suffix: z.string().optional(),
});

const MergeParams = z.object({
  changes: z.array(PlanChange),
  /** Concurrent changes to steps. */
  conflicts: z.array(z.object({ step_id: z.string(), conflicts: z.array(StepConflict) })),
  /** Concurrent changes to the objective. */
  plan_conflicts: z.array(StepConflict).optional(),
  seen: SeenChanges,
  time: z.tuple([z.int(), z.int()]),
  highest: z.int().nonnegative(),
  suffix: z.string().optional(),
  /** Former ids of steps here, if another clone has assigned the same id. */
  aliases: z.record(z.string(), z.string()).optional(),
});

/** The clone that shares a plan. */
export type ShareCall = z.infer<typeof ShareParams>;
/** What a clone takes over from the others. */
export type MergeCall = z.infer<typeof MergeParams>;

/** The event that a plan is shared from here. */
export function shareEvent(call: ShareCall): ToolInvoked {
  return { type: 'ToolInvoked', tool: SHARE, params: call, success: true };
}

/** The event that changes of other clones were taken over. */
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

/** The share event of a call, if it is one. */
export function shareCallOf({ tool, params, success }: ToolInvoked): ShareCall | undefined {
  return success && tool === SHARE ? ShareParams.safeParse(params).data : undefined;
}

/** The merge event of a call, if it is one. */
export function mergeCallOf({ tool, params, success }: ToolInvoked): MergeCall | undefined {
  return success && tool === MERGE ? MergeParams.safeParse(params).data : undefined;
}

/** The plan after such a call; `undefined` for a call of any other tool. */
export function planAfterSharing(
  plan: Plan | undefined,
  event: ToolInvoked,
): { readonly plan: Plan | undefined } | undefined {
  const shared = shareCallOf(event);
  if (shared) return { plan: plan && withSuffix(changedPlan(plan, {}), shared.suffix ?? '') };
  const merged = mergeCallOf(event);
  if (merged === undefined) return undefined;
  const { changes, conflicts, plan_conflicts: ofPlan = [], highest, suffix, aliases } = merged;
  // A clone without a plan starts with that of the others.
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
