import type { SessionInfo } from '@agentclientprotocol/sdk';
import type { FactStore } from '../../journal/index.ts';
import { journalOf, planOfJournal } from '../../plan-tools/plan-id.ts';
import { openPlanSession, planOf } from './plan-session.ts';

const PAGE = 50;

/** The plans of a store as sessions an editor can load, those that other agents began included. */
export async function listSessions(
  store: FactStore,
  { cwd, cursor }: { readonly cwd: string; readonly cursor: string | undefined },
): Promise<{ readonly sessions: SessionInfo[]; readonly nextCursor?: string }> {
  const page = await store.list({
    prefix: journalOf(''),
    limit: PAGE,
    ...(cursor !== undefined && { after: journalOf(cursor) }),
  });
  const sessions: SessionInfo[] = [];
  for (const { id, updatedAt } of page) {
    const sessionId = planOfJournal(id);
    if (sessionId === undefined) continue;
    const plan = planOf(await openPlanSession(store, sessionId));
    sessions.push({ sessionId, cwd, updatedAt, title: plan?.objective ?? sessionId });
  }
  const last = page.at(-1);
  const nextCursor = page.length === PAGE && last ? last.id.slice(journalOf('').length) : undefined;
  return { sessions, ...(nextCursor !== undefined && { nextCursor }) };
}
