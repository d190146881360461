import type { Itinerary } from '../../../../src/planners/trip/itinerary/itinerary.ts';
import { applyMutation, type PlannerMutation } from '../../../../src/planners/trip/itinerary/mutation.ts';

/** A way to move a stop, with its new position. */
export interface StopMove {
  readonly label: string;
  /** The stop that it would follow. */
  readonly after: string;
  readonly mutation: PlannerMutation;
}

/** Every position that a stop can be moved to, in the order of the trip, except its own. */
export function movesOf(itinerary: Itinerary, anchorId: string): readonly StopMove[] {
  const { anchors } = itinerary;
  return anchors.flatMap((_, to): StopMove[] => {
    const mutation: PlannerMutation = { op: 'MOVE_ANCHOR', payload: { anchorId, to } };
    const moved = applyMutation(itinerary, mutation);
    if (moved === itinerary || isBeforeStart(itinerary, to)) return [];
    const before = moved.anchors[to - 1];
    const day = moved.days.find((each) => each.anchorId === anchorId);
    const where = before === undefined ? 'as the first stop' : `after ${before.name || 'a stop'}`;
    const label = day === undefined ? `Move ${where}` : `Move to day ${day.number}, ${where}`;
    return [{ label, after: before?.id ?? '', mutation }];
  });
}

/** Moves a stop to the position of another one, which makes room. */
export function moveOnto(itinerary: Itinerary, anchorId: string, onto: string): PlannerMutation | undefined {
  const to = itinerary.anchors.findIndex(({ id }) => id === onto);
  if (to < 0 || isBeforeStart(itinerary, to)) return undefined;
  const mutation: PlannerMutation = { op: 'MOVE_ANCHOR', payload: { anchorId, to } };
  return applyMutation(itinerary, mutation) === itinerary ? undefined : mutation;
}

/** Moves a stop one position forward or back. */
export function moveBy(itinerary: Itinerary, anchorId: string, step: 1 | -1): PlannerMutation | undefined {
  const from = itinerary.anchors.findIndex(({ id }) => id === anchorId);
  const onto = itinerary.anchors[from + step];
  return from < 0 || onto === undefined ? undefined : moveOnto(itinerary, anchorId, onto.id);
}

/** Nothing comes before the start of a trip that spends no day there. */
function isBeforeStart({ anchors, days }: Itinerary, to: number): boolean {
  return to === 0 && !days.some(({ anchorId }) => anchorId === anchors[0]?.id);
}
