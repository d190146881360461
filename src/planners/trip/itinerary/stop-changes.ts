import type { Anchor, Day, Itinerary } from './itinerary.ts';
import { nightsOf, type PlannerMutation } from './mutation.ts';

/** A change that a person can make to a stop. */
export interface StopChange {
  readonly label: string;
  readonly mutation: PlannerMutation;
}

/** The changes that a person can make to each stop of a trip. */
export function stopChanges(itinerary: Itinerary): (anchor: Anchor, index: number) => readonly StopChange[] {
  const { anchors, days } = itinerary;
  const daysAt = Map.groupBy(days, ({ anchorId }) => anchorId);
  // If the trip starts without a day at its first stop, nothing can come before that stop.
  const first = daysAt.has(anchors[0]?.id ?? '') ? 0 : 1;
  return (anchor, index) => {
    const { id: anchorId, name, locked = false } = anchor;
    const set = (change: { readonly nights?: number; readonly locked?: boolean }): PlannerMutation => ({
      op: 'UPDATE_ANCHOR',
      payload: { anchorId, set: change },
    });
    if (locked) return [{ label: `Unlock ${name}`, mutation: set({ locked: false }) }];
    const own = daysAt.get(anchorId) ?? [];
    const nights = nightsOf({ days: own }, anchor);
    const move = (to: number): PlannerMutation => ({ op: 'MOVE_ANCHOR', payload: { anchorId, to } });
    return [
      ...(own.length > 0 ? [{ label: 'Add a night', mutation: set({ nights: nights + 1 }) }] : []),
      ...(own.length > 1 && !holdsLocked(own.slice(-1))
        ? [{ label: 'Remove a night', mutation: set({ nights: Math.max(nights - 1, 0) }) }]
        : []),
      ...(index > first ? [{ label: 'Move earlier', mutation: move(index - 1) }] : []),
      ...(index >= first && index < anchors.length - 1
        ? [{ label: 'Move later', mutation: move(index + 1) }]
        : []),
      { label: `Lock ${name}`, mutation: set({ locked: true }) },
      ...(holdsLocked(own)
        ? []
        : [{ label: `Remove ${name}`, mutation: { op: 'REMOVE_ANCHOR', payload: { anchorId } } as const }]),
    ];
  };
}

function holdsLocked(days: readonly Day[]): boolean {
  return days.some(({ activities }) => activities.some(({ locked }) => locked));
}
