import { HOST_JOURNAL } from '../../host/host-journal.ts';
import type { FactStore } from '../../journal/store.ts';
import type { Sessions } from '../sessions.ts';
import { DebouncedChanges } from './debounced-changes.ts';
import { type AnyInboxItem, everythingItem, inboxItems, inboxOf } from './inbox.ts';

/** Gets items that enter and leave the inbox. */
export interface InboxListener {
  /** Also called for existing items at the start. If it throws, it is called again. */
  arrived(items: readonly AnyInboxItem[]): Promise<void>;
  gone?(ids: readonly string[]): Promise<void>;
}

const GATHER_MS = 20;

/** Follows the inbox of a store, whichever process changes it, until the returned function is called. */
export async function followInbox(
  store: FactStore,
  sessions: Sessions,
  listener: InboxListener,
): Promise<() => void> {
  /** The reported items, by journal. */
  const sent = new Map<string, ReadonlySet<string>>();
  const tell = async (journal: string, items: readonly AnyInboxItem[]): Promise<void> => {
    const before = sent.get(journal) ?? new Set();
    const now = new Set(items.map(({ id }) => id));
    const arrived = items.filter(({ id }) => !before.has(id));
    const gone = [...before].filter((id) => !now.has(id));
    if (arrived.length > 0) await listener.arrived(arrived);
    sent.set(journal, now);
    if (gone.length > 0) await listener.gone?.(gone);
  };
  const changes = new DebouncedChanges(async (ids) => {
    for (const id of ids) {
      if (changes.stopped) return;
      await tell(id, await itemsOf(store, sessions, id));
    }
  }, GATHER_MS);
  // Before anything is read, so that no change in between is missed.
  const unwatch = store.watch((id) => changes.add(id));
  try {
    const { items } = await inboxOf(store, sessions);
    for (const [id, own] of Map.groupBy(items, ({ session }) => session)) await tell(id, own);
    await tell(HOST_JOURNAL, await itemsOf(store, sessions, HOST_JOURNAL));
  } catch (error) {
    unwatch();
    changes.stop();
    throw error;
  }
  return () => {
    unwatch();
    changes.stop();
  };
}

async function itemsOf(
  store: FactStore,
  sessions: Sessions,
  journal: string,
): Promise<readonly AnyInboxItem[]> {
  if (journal === HOST_JOURNAL) {
    const item = await everythingItem(store);
    return item ? [item] : [];
  }
  const summary = await sessions.summary(journal);
  return summary ? inboxItems(sessions, summary) : [];
}
