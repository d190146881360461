import { DebouncedChanges } from '../../../sessions/waiting/debounced-changes.ts';
import type { Feed, StreamEvent } from './event-streams.ts';

/** What ends a feed. */
export type FeedEnds = readonly (() => void)[];

/** What is watched, and what is told of it. */
export interface WatchedChanges {
  /** How long changes gather before they are told. */
  readonly gatherMs: number;
  /** Calls back with the name of whatever changes, until it is ended. */
  watch(changed: (name: string) => void): FeedEnds;
  /** What is told of the names that changed. It may throw: they are told later then, with what changed since. */
  eventsOf(names: readonly string[]): Promise<readonly StreamEvent[]>;
}

/** Feeds what changes: a burst of changes is told together. */
export function feedChanges(feed: Feed, { gatherMs, watch, eventsOf }: WatchedChanges): FeedEnds {
  const changes = new DebouncedChanges(async (names) => {
    const events = await eventsOf(names);
    if (events.length > 0 && !changes.stopped) await feed.send(events);
  }, gatherMs);
  return [...watch((name) => changes.add(name)), () => changes.stop()];
}
