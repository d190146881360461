import { DebouncedChanges } from '../../../sessions/waiting/debounced-changes.ts';
import type { Feed, StreamEvent } from './event-streams.ts';

/** Functions that end a stream's subscriptions. */
export type FeedEnds = readonly (() => void)[];

/** A source of changes, and the events to send for them. */
export interface WatchedChanges {
  /** The debounce in milliseconds. */
  readonly gatherMs: number;
  /** Calls back with the name of each changed thing until it is ended. */
  watch(changed: (name: string) => void): FeedEnds;
  /** The events for the changed names. If it throws, they are retried with the next changes. */
  eventsOf(names: readonly string[]): Promise<readonly StreamEvent[]>;
}

/** Streams changes, batching bursts. */
export function feedChanges(feed: Feed, { gatherMs, watch, eventsOf }: WatchedChanges): FeedEnds {
  const changes = new DebouncedChanges(async (names) => {
    const events = await eventsOf(names);
    if (events.length > 0 && !changes.stopped) await feed.send(events);
  }, gatherMs);
  return [...watch((name) => changes.add(name)), () => changes.stop()];
}
