import { isFlownFrom } from '../itinerary/itinerary-view.ts';
import { afterMove, isHome } from './stop-edits.ts';
import type { TripDraft } from './trip-draft.ts';

/** Reverses the order of the stops between the ends, or of all if the request names no start. */
export function reverse(draft: TripDraft): void {
  const { roundTrip } = draft.itinerary;
  const keepsStart = roundTrip || isFlownFrom(draft.itinerary);
  const isWhole = keepsStart || draft.requirements.origin === undefined || isStayedThroughout(draft);
  const stops = draft.stops.filter(({ id, end }) =>
    roundTrip ? !isHome(draft, id) : keepsStart ? end !== 'origin' : isWhole || end === undefined,
  );
  const [first] = stops;
  for (const [at, { id }] of stops.toReversed().entries()) {
    const to = (first?.index ?? 0) + at;
    draft.change({ op: 'MOVE_ANCHOR', payload: { anchorId: id, to } }, 'The trip goes the other way round.');
  }
  // How a leg is travelled belongs to the leg, which ends at its other stop now.
  for (const [at, { anchor }] of stops.entries()) {
    const before = stops[at - 1];
    const payload = { anchorId: before?.id ?? '', set: { ...(anchor.by && { by: anchor.by }) } };
    if (before && anchor.by && before.anchor.by !== anchor.by)
      draft.change({ op: 'UPDATE_ANCHOR', payload }, 'The trip goes the other way round.');
  }
  if (isWhole) afterMove(draft);
}

/** Whether days are spent at both ends of a trip that does not come back. */
export function isStayedThroughout({ itinerary: { anchors, days, roundTrip } }: TripDraft): boolean {
  const ends = [anchors[0], anchors.at(-1)];
  return !roundTrip && ends.every((end) => days.some(({ anchorId }) => anchorId === end?.id));
}
