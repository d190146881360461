import type { SessionInfo } from '@agentclientprotocol/sdk';
import type { FactStore, JournalSummary } from '../../journal/store.ts';
import { isPlanId, journalOf } from '../../plan-tools/plan/plan-id.ts';
import type { Sessions } from '../../sessions/sessions.ts';

const PAGE = 50;

interface Listing {
  readonly cwd: string;
  /** The planners offered as modes. */
  readonly modes: readonly { readonly id: string }[];
  readonly cursor: string | undefined;
  /** The source of session titles. */
  readonly sessions: Sessions;
}

/** The plans and sessions of a store that an editor can load, including those created elsewhere. */
export async function listSessions(
  store: FactStore,
  { cwd, modes, cursor, sessions: known }: Listing,
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
      const summaries = await Promise.all(journals.map(({ id }) => known.summary(id)));
      const title = summaries.find((summary) => summary?.title)?.title ?? sessionId;
      return { sessionId, cwd, updatedAt, title };
    }),
  );
  const last = shown.at(-1);
  const nextCursor = isMore || ids.length > PAGE ? last : undefined;
  return { sessions, ...(nextCursor !== undefined && { nextCursor }) };
}
