import type { SessionInfo } from '@agentclientprotocol/sdk';
import { openJournal } from '../../journal/journal.ts';
import type { FactStore, JournalSummary } from '../../journal/store.ts';
import { isPlanId, journalOf } from '../../plan-tools/plan-id.ts';
import { openPlanSession, planOf } from './plan-session.ts';

const PAGE = 50;

interface Listing {
  readonly cwd: string;
  /** The planners that are a mode. */
  readonly modes: readonly { readonly id: string }[];
  readonly cursor: string | undefined;
}

/** The plans of a store and the sessions of its planners as sessions an editor can load, those that began elsewhere included. */
export async function listSessions(
  store: FactStore,
  { cwd, modes, cursor }: Listing,
): Promise<{ readonly sessions: SessionInfo[]; readonly nextCursor?: string }> {
  const prefixes = [journalOf(''), ...modes.map(({ id }) => `${id}:`)];
  const found = new Map<string, JournalSummary[]>();
  let isMore = false;
  for (const prefix of prefixes) {
    const after = cursor === undefined ? {} : { after: `${prefix}${cursor}` };
    const page = await store.list({ prefix, limit: PAGE, ...after });
    isMore ||= page.length === PAGE;
    for (const summary of page) {
      const id = summary.id.slice(prefix.length);
      if (isPlanId(id)) found.set(id, [...(found.get(id) ?? []), summary]);
    }
  }
  const ids = [...found.keys()].toSorted();
  const shown = ids.slice(0, PAGE);
  const sessions = await Promise.all(
    shown.map(async (sessionId): Promise<SessionInfo> => {
      const journals = found.get(sessionId) ?? [];
      const updatedAt =
        journals
          .map((each) => each.updatedAt)
          .toSorted()
          .at(-1) ?? null;
      const title = await titleOf(store, sessionId, journals);
      return { sessionId, cwd, updatedAt, title };
    }),
  );
  const last = shown.at(-1);
  const nextCursor = isMore || ids.length > PAGE ? last : undefined;
  return { sessions, ...(nextCursor !== undefined && { nextCursor }) };
}

/** The objective of the plan, or what a planner's session is called. */
async function titleOf(
  store: FactStore,
  sessionId: string,
  journals: readonly JournalSummary[],
): Promise<string> {
  for (const { id } of journals) {
    if (id === journalOf(sessionId)) {
      const plan = planOf(await openPlanSession(store, sessionId));
      if (plan) return plan.objective;
      continue;
    }
    const [first] = await openJournal(store, id).facts({ to: 1 });
    if (first?.type === 'session_created' && typeof first.title === 'string' && first.title !== '') {
      return first.title;
    }
  }
  return sessionId;
}
