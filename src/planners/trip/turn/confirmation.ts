import type { Itinerary } from '../itinerary/itinerary.ts';
import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import type { RecentEdit } from '../planner-state.ts';
import type { RevisedTrip } from '../revise/revise-trip.ts';
import type { TripEdit } from '../understand/edits/trip-edit.ts';
import { isUnsure } from './agreement.ts';
import {
  doubtfulChanges,
  farAdditions,
  mostStopsGone,
  muchLonger,
  unnamedRemovals,
} from './doubtful-changes.ts';
import {
  doubtQuestion,
  type FarPlace,
  type FieldQuestion,
  farQuestion,
  lockedQuestion,
  longerQuestion,
  lossQuestion,
  tooShortQuestion,
  undrivableQuestion,
  unsureQuestion,
} from './questions.ts';

/** A change that was not agreed to yet. */
export interface OpenChange {
  readonly text: string;
  readonly before: Itinerary;
  readonly edits: readonly TripEdit[];
  readonly recent?: readonly RecentEdit[] | undefined;
  /** Whether the text says how long the trip is. */
  readonly isLengthSaid: boolean;
  /** The words that were not understood, if they make the change doubtful. */
  readonly missed: readonly string[];
  /** Stops that the whole trip is too short to drive to. */
  readonly undrivable: readonly FarPlace[];
}

/** What has to be confirmed before a change is made. */
export function questionBefore(
  revised: RevisedTrip,
  { text, before, edits, recent, isLengthSaid, missed, undrivable }: OpenChange,
  places: PlaceKnowledge,
): FieldQuestion | undefined {
  const { itinerary: after, losses, kept = [], revisions, tooShort } = revised;
  if (kept.length > 0 && revisions.length === 0) return lockedQuestion(kept);
  if (losses.length > 0) return lossQuestion(losses);
  if (!revised.isAnotherTrip) {
    const changed = { before, after, edits };
    const gone = [...mostStopsGone(before, after), ...unnamedRemovals(text, changed, { places, recent })];
    if (gone.length > 0) return lossQuestion([...new Set(gone)]);
    if (tooShort !== undefined && tooShort * 2 <= before.days.length)
      return tooShortQuestion(tooShort, after);
    const isEveryStay = edits.filter(({ type }) => type === 'stay').length > 2;
    const longer = isEveryStay && !isLengthSaid ? muchLonger(before, after) : undefined;
    if (longer !== undefined) return longerQuestion(before, longer);
  }
  if (isUnsure(text) && revisions.length > 0) return unsureQuestion(before, after);
  const far = farAdditions(before, after, edits);
  if (far.length > 0) return farQuestion(far);
  if (undrivable.length > 0) return undrivableQuestion(undrivable);
  const doubt = missed.length > 0 ? doubtfulChanges(before, after) : [];
  return doubt.length > 0 ? doubtQuestion(missed, doubt) : undefined;
}
