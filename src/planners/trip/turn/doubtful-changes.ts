import { placeLabel } from '../fixes/place-label.ts';
import type { Anchor, Itinerary } from '../itinerary/itinerary.ts';
import { bareName, usablePoint } from '../itinerary/itinerary-view.ts';
import { changesBetween } from '../itinerary/trip-changes.ts';
import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import { textOf } from '../knowledge/text-of.ts';
import { distanceKm } from '../places/geo.ts';
import type { RecentEdit } from '../planner-state.ts';
import { markMessage } from '../understand/edits/mark-message.ts';
import type { TripEdit } from '../understand/edits/trip-edit.ts';
import { TripStops } from '../understand/edits/trip-stops.ts';
import { namesIn } from '../understand/text/coverage.ts';
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

/**
 * The stops that edits remove without naming them, as in "skip everything after Zion": several, or an end of the trip.
 */
export function unnamedRemovals(
  text: string,
  { before, after, edits }: ChangedTrip,
  {
    places,
    recent = [],
  }: { readonly places: PlaceKnowledge; readonly recent?: readonly RecentEdit[] | undefined },
): readonly string[] {
  const removed = new Set(edits.flatMap((edit) => (edit.type === 'remove' ? [bareName(edit.place)] : [])));
  const kept = new Set(after.anchors.map(({ id }) => id));
  const gone = before.anchors.filter(({ id, name }) => !kept.has(id) && removed.has(bareName(name)));
  if (gone.length === 0) return [];
  const marks = markMessage(text, { stops: new TripStops(before), places });
  const named = new Set(
    [
      ...marks.flatMap((mark) => (mark.type === 'place' ? [mark.name] : [])),
      ...recent.map(({ place }) => place),
    ].map(bareName),
  );
  // "skip Bolivia"
  const regions = namesIn(text).flatMap((name) => [{ country: name }, { admin1: name }]);
  const isNamed = (stop: Anchor) => {
    const point = usablePoint(stop);
    const isInside = point && regions.some((region) => places.isWithinRegion(point, region) === true);
    return isInside || named.has(bareName(stop.name));
  };
  const unnamed = gone.filter((stop) => !isNamed(stop));
  const ends = [before.anchors[0], before.anchors.at(-1)];
  return unnamed.length > 1 || unnamed.some((stop) => ends.includes(stop))
    ? gone.map(({ name }) => textOf(name))
    : [];
}

/** A trip before and after edits. */
export interface ChangedTrip {
  readonly before: Itinerary;
  readonly after: Itinerary;
  readonly edits: readonly TripEdit[];
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
