import type { Fix, Proposal } from '../../../repair/action.ts';
import { duplicatesIn, SAME_PLACE_KM } from '../invariants/anchor-unique.ts';
import { readingOf, type TripSubject, type ValidStop } from '../invariants/subject.ts';
import { bareName } from '../itinerary/itinerary-view.ts';
import type { PlannerMutation } from '../itinerary/mutation.ts';
import { distanceKm } from '../places/geo.ts';
import { keepProposal, OPTION_GROUP, removeProposal, stopOf } from './anchor-fixes.ts';

/** Two consecutive stops with one name are one stay only if they are close: there are many Springfields. */
const SAME_AREA_KM = 50;

/**
 * Merges two consecutive stops at one place. A place that occurs again later may be a revisit, which needs a question.
 */
export function duplicateAutoFixes(anchorId: string, subject: TripSubject): readonly Fix<PlannerMutation>[] {
  const into = mergeTarget(anchorId, subject);
  if (into === undefined) return [];
  return [
    {
      change: { op: 'REMOVE_ANCHOR', payload: { anchorId, mergeInto: into.id } },
      justification: `${into.name} was in the trip twice in a row: it is one stay now.`,
    },
  ];
}

/** The options for a repeated stop. */
export function duplicateOptions(
  anchorId: string,
  subject: TripSubject,
): readonly Proposal<PlannerMutation>[] {
  const stop = stopOf(anchorId, subject);
  if (stop === undefined) return [];
  const into = mergeTarget(anchorId, subject);
  const keep = { ...keepProposal(stop), label: `Keep ${stop.name}: it is a second visit` };
  if (stop.anchor.locked) return [keep];
  if (into === undefined) return [removeProposal(stop), keep];
  return [
    {
      key: 'merge',
      label: `Merge both stops in ${into.name}`,
      change: { op: 'REMOVE_ANCHOR', payload: { anchorId, mergeInto: into.id } },
      group: OPTION_GROUP.replace,
    },
    removeProposal(stop),
    keep,
  ];
}

/** The previous stop, if it is the same place. */
function mergeTarget(anchorId: string, subject: TripSubject): ValidStop | undefined {
  const { validStops } = readingOf(subject);
  const duplicate = duplicatesIn(subject).find(({ stop }) => stop.id === anchorId);
  if (duplicate === undefined) return undefined;
  const { stop } = duplicate;
  const before = validStops[validStops.indexOf(stop) - 1];
  if (before === undefined || stop.anchor.locked || before.anchor.locked) return undefined;
  const km = distanceKm(before.point, stop.point);
  const isSame = km <= SAME_PLACE_KM || (km <= SAME_AREA_KM && bareName(before.name) === bareName(stop.name));
  return isSame ? before : undefined;
}
