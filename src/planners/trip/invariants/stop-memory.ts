import type { Anchor } from '../itinerary/itinerary.ts';
import type { Stop } from '../itinerary/itinerary-view.ts';

/**
 * What was found out about single stops, for as long as one turn lasts. Weighing a repair reads the whole trip again, and
 * all stops but one are the very same objects as before.
 */
export interface StopMemory {
  /** What of a stop can be used. */
  readonly stops: Map<Anchor, Stop>;
  /** What is wrong with a stop whatever the rest of the route is. */
  readonly faults: Map<Anchor, string | undefined>;
  /** What two stops at one place have in common. */
  readonly keys: Map<Anchor, string | undefined>;
}

export function stopMemory(): StopMemory {
  return { stops: new Map(), faults: new Map(), keys: new Map() };
}

export function recalled<Value>(
  known: Map<Anchor, Value | undefined>,
  anchor: Anchor,
  find: () => Value | undefined,
): Value | undefined {
  const before = known.get(anchor);
  if (before !== undefined || known.has(anchor)) return before;
  const value = find();
  known.set(anchor, value);
  return value;
}
