import { pauseOfEverything } from '../../host/pausing.ts';
import type { FactStore } from '../../journal/store.ts';
import type { Pause } from '../../kernel/pause.ts';
import type { InboxItem } from './answers.ts';
import type { SessionDigest } from './session-digest.ts';
import type { SessionShelf } from './session-shelf.ts';

/** Everything that waits for a person. */
export interface WholeInbox {
  /** Why nothing goes on in any session; `null` when it does. */
  readonly pause: Pause | null;
  readonly items: readonly InboxItem[];
}

/** Everything in a store that waits for a person, what happened last first. */
export async function inboxOf(store: FactStore, shelf: SessionShelf): Promise<WholeInbox> {
  const items = (await shelf.digests(store)).flatMap(inboxItems);
  items.sort((a, b) => b.lastActivity.localeCompare(a.lastActivity) || a.id.localeCompare(b.id));
  return { pause: (await pauseOfEverything(store)) ?? null, items };
}

/** What waits in one session. */
export function inboxItems({ id, title, plannerId, lastActivity, waiting }: SessionDigest): InboxItem[] {
  return waiting.map((each) => ({
    id: `${id}/${each.seq}`,
    session: id,
    title,
    plannerId,
    lastActivity,
    waiting: each,
  }));
}
