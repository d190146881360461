import type { Anchor } from '../itinerary/itinerary.ts';
import type { Stop } from '../itinerary/itinerary-view.ts';

/**
 * Findings about single stops, cached for one turn: a repair is assessed by evaluating the whole trip again, in which
 * all stops but one are unchanged.
 */
export interface StopMemory {
  /** The usable part of each stop. */
  readonly stops: Map<Anchor, Stop>;
  /** The faults of stops that do not depend on the rest of the route. */
  readonly faults: Map<Anchor, string | undefined>;
  /** The keys that two stops at one place share. */
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
