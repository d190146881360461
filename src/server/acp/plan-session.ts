import { type FactStore, type Journal, openJournal } from '../../journal/index.ts';
import { Plan, PlanningToolsSection, Session } from '../../plan-tools/index.ts';
import { journalOf } from '../../plan-tools/plan-id.ts';

/** The journal of a session with the plan that is folded from it. */
export interface PlanSession {
  readonly journal: Journal;
  readonly session: Session;
  readonly section: PlanningToolsSection;
}

/** A session's id is the id of its plan, so that every other surface can work on the same plan. */
export async function openPlanSession(store: FactStore, sessionId: string): Promise<PlanSession> {
  const journal = openJournal(store, journalOf(sessionId));
  const session = new Session({ journal });
  const section = new PlanningToolsSection({ session });
  await session.refresh();
  return { journal, session, section };
}

export function planOf({ session }: PlanSession): Plan | undefined {
  return session.select(Plan).at(-1);
}
