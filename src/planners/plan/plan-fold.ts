import { z } from 'zod';
import type { SessionEvent } from '../../kernel/session/facts.ts';
import type { PlanVersion } from '../../plan-tools/calls/call-events.ts';
import { keptPlan, Plan } from '../../plan-tools/plan/plan.ts';
import { planAfterEvent } from '../../plan-tools/plan/plan-fold.ts';

/** The plan of a session. Its version is the seq of the last fact that changed it. */
export type PlanState = PlanVersion;

/** A session without a plan. */
export const NO_PLAN: PlanState = { plan: undefined, version: 0 };

/** The plan after one more event of its session, the fact at `seq`. */
export function planStateAfter(state: PlanState, event: SessionEvent, seq: number): PlanState {
  const plan = planAfterEvent(state.plan, event);
  return plan === state.plan ? state : { plan, version: seq };
}

const SavedPlan = z.object({ plan: z.unknown().optional(), version: z.int().min(0) });

/** The plan as plain JSON, for a snapshot. */
export function savedPlan({ plan, version }: PlanState): object {
  return { version, ...(plan && { plan: keptPlan(plan) }) };
}

/** The plan that was saved. */
export function restoredPlan(saved: unknown): PlanState {
  const { plan, version } = SavedPlan.parse(saved);
  return { plan: plan === undefined ? undefined : Plan.parse(plan), version };
}
