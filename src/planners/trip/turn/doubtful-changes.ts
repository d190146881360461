import { placeLabel } from '../fixes/place-label.ts';
import type { Anchor, Itinerary } from '../itinerary/itinerary.ts';
import { bareName, usablePoint } from '../itinerary/itinerary-view.ts';
import { changesBetween } from '../itinerary/trip-changes.ts';
import { textOf } from '../knowledge/text-of.ts';
import { distanceKm } from '../places/geo.ts';
import type { TripEdit } from '../understand/edits/trip-edit.ts';
import type { FarPlace } from './questions.ts';

/** Nearer to a stop of the trip, no place is out of its way. */
const FAR_KM = 1500;
/** And a trip that spans much may go farther by so many times that. */
const FAR_SPANS = 2;

/** The places that were added far from everything else in the trip: rather another one of that name is meant. */
export function farAdditions(
  before: Itinerary,
  after: Itinerary,
  edits: readonly TripEdit[],
): readonly FarPlace[] {
  const added = new Set(edits.flatMap((edit) => (edit.type === 'add' ? [bareName(edit.place)] : [])));
  if (added.size === 0) return [];
  const points = before.anchors.flatMap((anchor) => usablePoint(anchor) ?? []);
  const [first] = points;
  if (first === undefined) return [];
  const span = Math.max(...points.map((point) => distanceKm(first, point)));
  const known = new Set(before.anchors.map(({ id }) => id));
  return after.anchors.flatMap((anchor) => {
    const point = usablePoint(anchor);
    if (known.has(anchor.id) || point === undefined || !added.has(bareName(anchor.name))) return [];
    const km = Math.min(...points.map((each) => distanceKm(each, point)));
    return km > Math.max(FAR_KM, span * FAR_SPANS) ? [{ name: placeLabel(anchor), km }] : [];
  });
}

/** The stops that go, where they are most of the trip: also who names them is asked first. */
export function mostStopsGone(before: Itinerary, after: Itinerary): readonly string[] {
  const kept = new Set(after.anchors.map(({ id }) => id));
  const gone = before.anchors.filter(({ id }) => !kept.has(id));
  // The stops of an area are named by one name, and go by it.
  const named = (anchors: readonly Anchor[]) => new Set(anchors.map(({ id, area }) => area ?? id)).size;
  return named(gone) > 1 && gone.length * 2 > before.anchors.length
    ? gone.map(({ name }) => textOf(name))
    : [];
}

/** How many days a trip would take that gets much longer; undefined when it does not. */
export function muchLonger(before: Itinerary, after: Itinerary): number | undefined {
  const more = after.days.length - before.days.length;
  return more >= Math.max(MANY_DAYS, before.days.length * 0.4) ? after.days.length : undefined;
}

/** So many days fewer are a lot for words of which some were not understood. */
const MANY_DAYS = 3;

/** What changes so much that it is asked first where a part of the words was not understood. */
export function doubtfulChanges(before: Itinerary, after: Itinerary): readonly string[] {
  const isMuch = before.days.length - after.days.length >= Math.max(MANY_DAYS, before.days.length * 0.4);
  return isMuch ? changesBetween(before, after).map(({ text }) => text) : [];
}
