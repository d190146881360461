import type { Activity, Anchor, Day, Itinerary } from '../itinerary/itinerary.ts';
import { bareName, usablePoint } from '../itinerary/itinerary-view.ts';
import { applyMutation } from '../itinerary/mutation.ts';
import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import { textOf } from '../knowledge/text-of.ts';
import { activityId } from '../knowledge/things-to-do.ts';
import { distanceKm } from '../places/geo.ts';
import type { DayRate, TripConstraints } from '../requirements/constraints.ts';
import { hasRoomFor, ratesOf, surplusOn } from '../requirements/day-rates.ts';

/** Farther from every stop, a sight is no trip of a day: three hours there, as to Abu Simbel. */
export const DAY_TRIP_KM = 240;

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
  rates: readonly DayRate[] = [],
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
  const kept = ({ activities }: Day) => activities.filter(({ locked }) => locked);
  const thing = { title: sight, kind: 'LANDMARK' };
  // On the day after the arrival there is more time, where there is one.
  const order = [...own.slice(1), ...own.slice(0, 1)];
  const day = order.find((each) => hasRoomFor(thing, kept(each), rates)) ?? order[0];
  if (day === undefined) return undefined;
  const used = new Set(days.flatMap(({ activities }) => activities.map(({ id }) => id)));
  return {
    dayNumber: day.number,
    stop: best.anchor.name,
    isNear: place && distanceKm(best.point, place) <= DAY_TRIP_KM,
    activity: {
      id: activityId(day.anchorId, sight, used),
      ...thing,
      ...(place && { place: { name: place.name, lat: place.lat, lng: place.lng } }),
    },
  };
}

/** A trip with what must be seen on it. What is out of reach of every stop, or nobody knows, is left to who looks for faults. */
export function withMustSees(
  itinerary: Itinerary,
  constraints: TripConstraints,
  places: PlaceKnowledge,
): Itinerary {
  const rates = ratesOf(constraints);
  let trip = itinerary;
  for (const sight of constraints.mustSee ?? []) {
    const placed = isSeen(sight, trip) ? undefined : placedSight(sight, trip, places, rates);
    if (placed?.isNear !== true) continue;
    const { dayNumber } = placed;
    const activities = [{ ...placed.activity, locked: true }];
    trip = applyMutation(trip, { op: 'ADD_ACTIVITY', payload: { dayNumber, activities } });
    const day = trip.days.find(({ number }) => number === dayNumber);
    for (const { id } of surplusOn(day?.activities ?? [], rates))
      trip = applyMutation(trip, { op: 'REMOVE_ACTIVITY', payload: { dayNumber, activityId: id } });
  }
  return trip;
}
