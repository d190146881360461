import type { ValidStop } from '../invariants/subject.ts';
import { type Day, EXCURSION } from '../itinerary/itinerary.ts';
import { bareName } from '../itinerary/itinerary-view.ts';
import type { FixedPlace } from '../itinerary/mutation.ts';
import { distanceKm } from '../places/geo.ts';
import type { RequestedStop } from '../requirements/requirements.ts';
import type { StopPosition, TripEdit } from '../understand/edits/trip-edit.ts';
import { addActivity } from './activity-edits.ts';
import { indexFor, insertAt, placeFor } from './new-stop.ts';
import { daysOf, inTripOrder, moveStop, placeOf, setStay, stayFields } from './stop-edits.ts';
import type { TripDraft } from './trip-draft.ts';

type Edit<Type extends TripEdit['type']> = Extract<TripEdit, { type: Type }>;

/** From a stop one goes there and back in a day. */
const DAY_TRIP_KM = 150;

/** Farther, a trip takes the day. */
const AWAY_KM = 15;

const isSame = (a: string, b: string) => bareName(a) === bareName(b);

/** Adds a stop, or something to do on the day of another stop; a stop that is there already is moved or stays longer. */
export function addStop(
  draft: TripDraft,
  { place: name, stay, isDayTrip, again = false, type: _, ...position }: Edit<'add'>,
): void {
  const there = draft.stopNamed(name);
  const isPlaced = Object.values(position).some((value) => value !== undefined);
  const isApart = again || (stay !== undefined && isPlaced && position.day === undefined);
  const isRevisit = there !== undefined && isApart && !isBeside(draft, there, position);
  if (there && !isRevisit) {
    if (stay) setStay(draft, there, stay);
    else if (!isPlaced) {
      if (draft.daysAt(there.id) > 0) draft.notDone.push(`${there.name} is in the trip already.`);
      else setStay(draft, there, { days: 1 });
    }
    if (isPlaced && position.day === undefined) moveStop(draft, there, position);
    else if (isPlaced && !stay) draft.notDone.push(`${there.name} is in the trip already.`);
    return;
  }
  const place = isRevisit ? placeOf(there) : placeFor({ name }, draft);
  if (place === undefined) {
    draft.unknown.push(name);
    return;
  }
  if ((isDayTrip || (position.day !== undefined && stay === undefined)) && dayTrip(draft, place, position))
    return;
  const at = indexFor(place, position, draft);
  if (at === undefined) {
    draft.notDone.push(
      `${name} was not added: ${position.after ?? position.before} is not a stop of this trip.`,
    );
    return;
  }
  const isEnd = at >= draft.itinerary.anchors.length && !draft.itinerary.roundTrip;
  const days = stay ? daysOf(stay, 0, isEnd) : 1;
  const id = insertAt(draft, place, at, `You wanted to stop in ${place.name}.`, days);
  if (id === undefined) return;
  draft.added.push(place);
  if (stay) draft.settled.add(id);
  if (isEnd)
    draft.change(
      { op: 'REPLACE_ANCHOR', payload: { endpoint: 'destination', place } },
      `The trip ends in ${place.name}.`,
    );
  const { via = [], destination, skip = [] } = draft.requirements;
  const { admin1, country, lat, lng } = place;
  const requested: RequestedStop = {
    name: place.name,
    ...(admin1 && { admin1 }),
    ...(country && { country }),
    lat,
    lng,
    ...stayFields(stay),
  };
  const others = isRevisit ? via : via.filter((visit) => !isSame(visit.name, name));
  draft.setRequirements({
    via: isEnd && destination ? [...others, { ...destination }] : inTripOrder(draft, [...others, requested]),
    ...(isEnd && { destination: requested }),
    skip: skip.filter((gone) => !isSame(gone, name)),
  });
}

/** Whether a place in the order is right at a stop: who comes back at once has never left. */
function isBeside(draft: TripDraft, { index, name, point }: ValidStop, position: StopPosition): boolean {
  const at = indexFor({ name, ...point }, position, draft);
  return at === index || at === index + 1;
}

/** Goes somewhere on a day and comes back: something to do, no stop. False when no stop is near enough. */
function dayTrip(draft: TripDraft, place: FixedPlace, { day, after, before }: StopPosition): boolean {
  const { itinerary } = draft;
  const named = draft.stopNamed(after ?? before ?? '');
  const wanted = day === undefined ? undefined : itinerary.days.at(day < 0 ? day : day - 1);
  const at = (id: string) => draft.stops.find((stop) => stop.id === id)?.point;
  const target =
    wanted ??
    itinerary.days.find(({ anchorId }) => anchorId === named?.id) ??
    itinerary.days.toSorted((a, b) => km(a.anchorId) - km(b.anchorId) || rank(a) - rank(b))[0];
  if (target === undefined || km(target.anchorId) > DAY_TRIP_KM) return false;
  // Who is away all day sees nothing else there.
  const isAway = km(target.anchorId) > AWAY_KM;
  for (const { id, locked } of isAway ? target.activities : []) {
    const payload = { dayNumber: target.number, activityId: id };
    if (!locked) draft.change({ op: 'REMOVE_ACTIVITY', payload }, `You are in ${place.name} on that day.`);
  }
  const { name, lat, lng } = place;
  return addActivity(draft, target.number, {
    title: `Trip to ${name}`,
    kind: EXCURSION,
    place: { name, lat, lng },
  });

  /** Days that are full already come last, and before them the day of the arrival. */
  function rank({ anchorId, activities, travelOnly }: Day): number {
    const [first] = itinerary.days.filter((each) => each.anchorId === anchorId);
    const isFull = travelOnly === true || activities.some(({ locked }) => locked);
    return (isFull ? 2 : 0) + (activities === first?.activities ? 1 : 0);
  }

  function km(anchorId: string): number {
    const point = at(anchorId);
    return point ? distanceKm(point, place) : Number.POSITIVE_INFINITY;
  }
}
