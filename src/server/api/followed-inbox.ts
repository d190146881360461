import { HOST_JOURNAL } from '../../host/host-journal.ts';
import { pauseOfEverything } from '../../host/pausing.ts';
import type { FactStore } from '../../journal/store.ts';
import { GatheredChanges } from '../gathered-changes.ts';
import type { InboxItem } from './answers.ts';
import { inboxItems, inboxOf } from './inbox.ts';
import type { SessionShelf } from './session-shelf.ts';
import type { Waiting } from './waiting.ts';

/** Something that waits for a person: in a session, or for all of them when a limit for all is used up. */
export type AnyInboxItem =
  | InboxItem
  | {
      readonly id: string;
      readonly session: null;
      readonly title: string;
      readonly lastActivity: string;
      readonly waiting: Waiting;
    };

/** Who is told what comes into the inbox and what leaves it. */
export interface InboxListener {
  /** Also what is there at the start. May throw: then it is told again. */
  arrived(items: readonly AnyInboxItem[]): Promise<void>;
  gone?(ids: readonly string[]): Promise<void>;
}

const GATHER_MS = 20;

/** The limit for all sessions that is used up, as something that waits. */
export async function everythingItem(store: FactStore): Promise<AnyInboxItem | undefined> {
  const pause = await pauseOfEverything(store);
  if (pause?.cause !== 'limit') return undefined;
  const { seq, since, limit, spent, allowed } = pause;
  return {
    id: `everything/${seq}`,
    session: null,
    title: 'Everything',
    lastActivity: since,
    waiting: { type: 'budget', seq, limit, spent, allowed },
  };
}

/** Follows what waits for a person in a store, whichever process changes it, until the returned function is called. */
export async function followInbox(
  store: FactStore,
  shelf: SessionShelf,
  listener: InboxListener,
): Promise<() => void> {
  /** The items that were told, by the journal they are about. */
  const told = new Map<string, ReadonlySet<string>>();
  const tell = async (journal: string, items: readonly AnyInboxItem[]): Promise<void> => {
    const before = told.get(journal) ?? new Set();
    const now = new Set(items.map(({ id }) => id));
    const arrived = items.filter(({ id }) => !before.has(id));
    const gone = [...before].filter((id) => !now.has(id));
    if (arrived.length > 0) await listener.arrived(arrived);
    told.set(journal, now);
    if (gone.length > 0) await listener.gone?.(gone);
  };
  const changes = new GatheredChanges(async (ids) => {
    for (const id of ids) {
      if (changes.stopped) return;
      await tell(id, await itemsOf(store, shelf, id));
    }
  }, GATHER_MS);
  // Before anything is read: what comes in between is not to be missed.
  const unwatch = store.watch((id) => changes.add(id));
  try {
    const { items } = await inboxOf(store, shelf);
    for (const [id, own] of Map.groupBy(items, ({ session }) => session)) await tell(id, own);
    await tell(HOST_JOURNAL, await itemsOf(store, shelf, HOST_JOURNAL));
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
  shelf: SessionShelf,
  journal: string,
): Promise<readonly AnyInboxItem[]> {
  if (journal === HOST_JOURNAL) {
    const item = await everythingItem(store);
    return item ? [item] : [];
  }
  const digest = await shelf.digest(store, journal);
  return digest ? inboxItems(digest) : [];
}
