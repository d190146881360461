import { type Journal, openJournal } from '../../journal/journal.ts';
import type { FactStore } from '../../journal/store.ts';
import { Session } from '../../kernel/session/session.ts';
import { type PlanningToolsOptions, PlanningToolsSection } from '../prompt/planning-tools-section.ts';
import { Plan } from './plan.ts';
import { journalOf } from './plan-id.ts';

/** The journal of a plan, the session that folds it, and the tools that change it. */
export interface OpenPlan {
  readonly journal: Journal;
  readonly session: Session;
  readonly section: PlanningToolsSection;
}

/** Opens the plan with this id, whether it has started or not. Reads nothing yet. */
export function openPlan(
  store: FactStore,
  planId: string,
  options: Omit<PlanningToolsOptions, 'session'> = {},
): OpenPlan {
  const journal = openJournal(store, journalOf(planId));
  const session = new Session({ journal });
  return { journal, session, section: new PlanningToolsSection({ ...options, session }) };
}

/** The plan as its session has folded it so far. */
export function planIn({ session }: Pick<OpenPlan, 'session'>): Plan | undefined {
  return session.select(Plan).at(-1);
}
