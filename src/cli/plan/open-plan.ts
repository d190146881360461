import { type FactStore, type Journal, openJournal } from '../../journal/index.ts';
import { Plan, PlanningToolsSection, Session, ToolValidationError } from '../../plan-tools/index.ts';
import { journalOf, planIdOf } from '../../plan-tools/plan-id.ts';

/** A plan with the tools that change it. */
export interface OpenPlan {
  readonly planId: string;
  readonly journal: Journal;
  readonly session: Session;
  readonly section: PlanningToolsSection;
  /** The plan as it was when it was opened; undefined while there is none. */
  readonly plan: Plan | undefined;
}

export interface ExistingPlan extends OpenPlan {
  readonly plan: Plan;
}

/** Opens the plan of this id, whether it has begun or not. */
export async function openPlan(store: FactStore, named: string | undefined): Promise<OpenPlan> {
  const planId = planIdOf(named);
  const journal = openJournal(store, journalOf(planId));
  const session = new Session({ journal });
  const section = new PlanningToolsSection({ session });
  await session.refresh();
  return { planId, journal, session, section, plan: session.select(Plan).at(-1) };
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
