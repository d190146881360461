import type { FactStore } from '../../../../journal/store.ts';
import { ToolValidationError } from '../../../../plan-tools/error.ts';
import { type OpenPlan as OpenSession, openPlan as openSession } from '../../../../plan-tools/open-plan.ts';
import { Plan } from '../../../../plan-tools/plan.ts';
import { planIdOf } from '../../../../plan-tools/plan-id.ts';

/** A plan with the tools that change it. */
export interface OpenPlan extends OpenSession {
  readonly planId: string;
  /** The plan as it was when it was opened; undefined while there is none. */
  readonly plan: Plan | undefined;
}

export interface ExistingPlan extends OpenPlan {
  readonly plan: Plan;
}

/** Opens the plan of this id, whether it has begun or not. */
export async function openPlan(store: FactStore, named: string | undefined): Promise<OpenPlan> {
  const planId = planIdOf(named);
  const open = openSession(store, planId);
  await open.session.refresh();
  return { ...open, planId, plan: open.session.select(Plan).at(-1) };
}

/** Opens a plan that must have begun. */
export async function existingPlan(store: FactStore, named: string | undefined): Promise<ExistingPlan> {
  const open = await openPlan(store, named);
  const { planId, plan } = open;
  if (plan) return { ...open, plan };
  throw new ToolValidationError('no-plan', {
    message: `There is no plan ${planId} yet.`,
    expected: `a plan ${planId}`,
    actual: 'none yet',
    fix: 'See `wayfold plan list`, or begin one: wayfold plan set "What is to be reached" "First step"',
  });
}
