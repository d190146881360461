import type { Activity, Anchor, Itinerary } from '../itinerary/itinerary.ts';
import { bareName, usablePoint } from '../itinerary/itinerary-view.ts';
import { applyMutation } from '../itinerary/mutation.ts';
import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import { textOf } from '../knowledge/text-of.ts';
import { activityId } from '../knowledge/things-to-do.ts';
import { distanceKm } from '../places/geo.ts';

/** Farther from every stop, a sight is no trip of a day: three hours there, as to Abu Simbel. */
const DAY_TRIP_KM = 240;

/** A sight, and the day at the stop that is nearest to it. */
export interface PlacedSight {
  readonly dayNumber: number;
  readonly stop: string;
  readonly activity: Activity;
  /** Whether it is in reach of that stop; undefined when nobody knows where it is. */
  readonly isNear: boolean | undefined;
}

/** Whether a sight is a stop of the trip or something to do on it. */
export function isSeen(sight: string, itinerary: Itinerary | null): boolean {
  const present = [
    ...(itinerary?.anchors ?? []).map(({ name }) => name),
    ...(itinerary?.days ?? []).flatMap(({ activities }) => activities.map(({ title }) => title)),
  ].map((name) => bareName(textOf(name)));
  const key = bareName(sight);
  return present.some((name) => name.includes(key) || (name.length > 3 && key.includes(name)));
}

/** Where in a trip a sight is seen best: from the stop next to it or, where nobody knows where it is, from the longest stay. */
export function placedSight(
  sight: string,
  itinerary: Itinerary | null,
  places: PlaceKnowledge,
): PlacedSight | undefined {
  const { anchors = [], days = [] } = itinerary ?? {};
  const daysAt = ({ id }: Anchor) => days.filter(({ anchorId }) => anchorId === id);
  const open = anchors.flatMap((anchor) => {
    const point = usablePoint(anchor);
    return point && daysAt(anchor).length > 0 ? [{ anchor, point }] : [];
  });
  const near = open.map(({ point }) => point);
  const [place] = places.resolve(sight, { limit: 1, typos: false, near });
  const [best] = place
    ? open.toSorted((a, b) => distanceKm(a.point, place) - distanceKm(b.point, place))
    : open.toSorted((a, b) => daysAt(b.anchor).length - daysAt(a.anchor).length);
  if (best === undefined) return undefined;
  const own = daysAt(best.anchor);
  // On the day after the arrival there is more time, where there is one.
  const day = own[1] ?? own[0];
  if (day === undefined) return undefined;
  const used = new Set(days.flatMap(({ activities }) => activities.map(({ id }) => id)));
  return {
    dayNumber: day.number,
    stop: best.anchor.name,
    isNear: place && distanceKm(best.point, place) <= DAY_TRIP_KM,
    activity: {
      id: activityId(day.anchorId, sight, used),
      title: sight,
      kind: 'LANDMARK',
      ...(place && { place: { name: place.name, lat: place.lat, lng: place.lng } }),
    },
  };
}

/** A trip with what must be seen on it. What is out of reach of every stop, or nobody knows, is left to who looks for faults. */
export function withMustSees(
  itinerary: Itinerary,
  sights: readonly string[],
  places: PlaceKnowledge,
): Itinerary {
  let trip = itinerary;
  for (const sight of sights) {
    const placed = isSeen(sight, trip) ? undefined : placedSight(sight, trip, places);
    if (placed?.isNear !== true) continue;
    const activities = [{ ...placed.activity, locked: true }];
    trip = applyMutation(trip, { op: 'ADD_ACTIVITY', payload: { dayNumber: placed.dayNumber, activities } });
  }
  return trip;
}
