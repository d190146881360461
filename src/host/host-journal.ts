import type { Envelope } from '../journal/fact.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import type { FactStore } from '../journal/store.ts';
import { Paused, PauseFold, Resumed } from '../kernel/limits/pause.ts';
import { type Following, follow } from '../kernel/projection/follow.ts';
import { foldProjection } from '../kernel/projection/projection.ts';

/** The journal for everything that concerns all sessions of a store. */
export const HOST_JOURNAL = 'wayfold:host';

/** Everything is paused: no work starts in any session of the store until it is resumed. */
export const hostPauseFacts = { host_paused: Paused, host_resumed: Resumed } as const;

function hostPauseFold(): PauseFold {
  return new PauseFold({ types: { paused: 'host_paused', resumed: 'host_resumed' } });
}

/** Whether everything is paused, as a projection of the host's journal. */
export const hostPausing = foldProjection(hostPauseFold);

const known = new WeakMap<FactStore, Following<PauseFold>>();

/**
 * Whether everything in a store is paused, kept up to date: one follower per store, because the host's journal grows with
 * every session and each session asks.
 */
export function followHostPauses(store: FactStore): Following<PauseFold> {
  const following = known.get(store) ?? follow(openPauseJournal(store), hostPausing);
  known.set(store, following);
  return following;
}

/** Whether everything in a store is paused now. */
export async function hostPauses(store: FactStore): Promise<PauseFold> {
  return await followHostPauses(store).catchUp();
}

/** The host's journal, to pause and resume. */
export function openPauseJournal(store: FactStore): Journal<Envelope> {
  // Validated on write, untyped on read.
  return openJournal(store, HOST_JOURNAL, { facts: hostPauseFacts }) as unknown as Journal<Envelope>;
}
