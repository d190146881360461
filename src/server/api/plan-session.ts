import { conversationFacts } from '../../harness/facts.ts';
import { userInputFamily } from '../../harness/family.ts';
import { entryOf } from '../../host/registry.ts';
import type { Session } from '../../host/session.ts';
import type { Envelope } from '../../journal/fact.ts';
import { type FactStore, type Journal, openJournal } from '../../journal/index.ts';
import { sessionFacts } from '../../kernel/session/facts.ts';
import { planOfJournal } from '../../plan-tools/plan-id.ts';

/** The planner id of a plan that an agent keeps by the plan tools. */
export const PLAN_TOOLS = 'plan-tools';

/** What a plan is to a server: nobody plans here, an agent or a person keeps it by the tools. */
const PLAN_ENTRY = entryOf({
  planner: { id: PLAN_TOOLS, name: 'Session plan', plan: () => [] },
  description: 'A plan that an agent keeps by the plan tools, over MCP or in a program of yours.',
  family: userInputFamily({ closing: [] }),
  facts: { ...conversationFacts, ...sessionFacts },
});

/** The session that a journal of the plan tools is, whether its plan has begun or not; nothing for other journals. */
export async function openPlanSession(store: FactStore, id: string): Promise<Session | undefined> {
  const planId = planOfJournal(id);
  if (planId === undefined || (await store.describe(id)) === undefined) return undefined;
  // Held to these fact types when it is written, and read as what it is.
  const journal = openJournal(store, id, { facts: PLAN_ENTRY.facts }) as unknown as Journal<Envelope>;
  return { journal, entry: PLAN_ENTRY, title: planId, store };
}
