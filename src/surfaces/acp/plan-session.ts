import type { FactStore } from '../../journal/store.ts';
import { type OpenPlan, openPlan } from '../../plan-tools/open-plan.ts';
import { Plan } from '../../plan-tools/plan.ts';

/** The journal of a session with the plan that is folded from it. */
export type PlanSession = OpenPlan;

/** A session's id is the id of its plan, so that every other surface can work on the same plan. */
export async function openPlanSession(store: FactStore, sessionId: string): Promise<PlanSession> {
  const open = openPlan(store, sessionId);
  await open.session.refresh();
  return open;
}

export function planOf({ session }: PlanSession): Plan | undefined {
  return session.select(Plan).at(-1);
}
