import { z } from 'zod';
import { pauseOfEverything } from '../../host/pausing.ts';
import type { FactStore } from '../../journal/store.ts';
import type { Pause } from '../../kernel/limits/pause.ts';
import type { Sessions } from '../sessions.ts';
import type { SessionSummary } from '../view/session-summary.ts';
import { budgetItem, type Waiting } from './waiting.ts';
import { WaitingJson, waitingJson } from './waiting-form.ts';

/** Something that needs a person in a session, as plain JSON. */
export const InboxItem = z.strictObject({
  id: z.string().describe('SESSION/SEQ: the session, and the seq of the fact that made it wait.'),
  session: z.string(),
  title: z.string(),
  plannerId: z.string(),
  lastActivity: z.iso.datetime(),
  waiting: WaitingJson,
});

/** See the schema {@link InboxItem}. */
export type InboxItem = Readonly<z.infer<typeof InboxItem>>;

/** Something that needs a person: in a session, or for all of them if a limit for all is reached. */
export type AnyInboxItem =
  | InboxItem
  | (Pick<InboxItem, 'id' | 'title' | 'lastActivity' | 'waiting'> & { readonly session: null });

/** Everything that needs a person. */
export interface Inbox {
  /** Why nothing starts in any session; `null` if not paused. */
  readonly pause: Pause | null;
  readonly items: readonly InboxItem[];
}

/** Everything in a store that needs a person, the latest first. */
export async function inboxOf(store: FactStore, sessions: Sessions): Promise<Inbox> {
  const items = (await sessions.list()).flatMap((summary) => inboxItems(sessions, summary));
  items.sort((a, b) => b.lastActivity.localeCompare(a.lastActivity) || a.id.localeCompare(b.id));
  return { pause: (await pauseOfEverything(store)) ?? null, items };
}

/** The waiting items of one session. */
export function inboxItems(
  { registry }: Pick<Sessions, 'registry'>,
  { id, title, plannerId, lastActivity, waiting }: SessionSummary,
): InboxItem[] {
  const module = registry.find(plannerId)?.module;
  return waiting.map((item: Waiting) => ({
    id: `${id}/${item.seq}`,
    session: id,
    title,
    plannerId,
    lastActivity,
    waiting: waitingJson(module, item),
  }));
}

/** The reached limit for all sessions, as a waiting item. */
export async function everythingItem(store: FactStore): Promise<AnyInboxItem | undefined> {
  const pause = await pauseOfEverything(store);
  if (pause?.cause !== 'limit') return undefined;
  return {
    id: `everything/${pause.seq}`,
    session: null,
    title: 'Everything',
    lastActivity: pause.since,
    waiting: waitingJson(undefined, budgetItem(pause)),
  };
}
