import { PLEASANT_KM } from '../generate/road-stops.ts';
import { stopsBetween } from '../generate/stops-between.ts';
import type { ValidStop } from '../invariants/subject.ts';
import { bareName } from '../itinerary-view.ts';
import { type FixedPlace, nightsOf } from '../mutation.ts';
import { drivingKm } from '../places/geo.ts';
import { freeId, slug } from '../stop-id.ts';
import type { TripDraft } from './trip-draft.ts';

/** Makes a trip so many days long, changing as little of it as will do. */
export function setLength(draft: TripDraft, days: number, why: string): void {
  for (let tries = 0; draft.itinerary.days.length < days && tries < 400; tries++) {
    if (!partLongestLeg(draft, why) && !stayLonger(draft, why)) return;
  }
  for (let tries = 0; draft.itinerary.days.length > days && tries < 400; tries++) {
    if (!stayShorter(draft, why) && !leaveOutStop(draft, why)) return;
  }
}

/** Puts a stop into the longest leg of a road trip, when it is longer than pleasant. The stops around it stay. */
function partLongestLeg(draft: TripDraft, why: string): boolean {
  if (draft.itinerary.mode !== 'road') return false;
  const legs = draft.stops.flatMap((to, at) => {
    const from = draft.stops[at - 1];
    return from ? [{ from, to, km: drivingKm(from.point, to.point) }] : [];
  });
  return legs
    .filter(({ km }) => km > PLEASANT_KM)
    .toSorted((a, b) => b.km - a.km)
    .some(({ from, to }) => insertBetween(draft, from, to, why));
}

/** Puts a real place between two stops that follow each other. */
export function insertBetween(draft: TripDraft, from: ValidStop, to: ValidStop, why: string): boolean {
  const { places, thingsToDo } = draft.context;
  const { endpoints } = draft.reading;
  const goal = draft.itinerary.roundTrip ? to.point : (endpoints.destination.point ?? to.point);
  const besides = new Set([...draft.stops.map(({ name }) => name), ...(draft.state.wishes.skip ?? [])]);
  const [place] = stopsBetween({
    from: from.point,
    to: to.point,
    count: 1,
    goal,
    besides,
    places,
    thingsToDo,
  });
  return place !== undefined && insertAt(draft, place, to.index, why);
}

/** Puts a place with a day of its own at an index of the stops. */
export function insertAt(draft: TripDraft, place: FixedPlace, at: number, why: string): boolean {
  const id = freeId(slug(place.name), new Set(draft.itinerary.anchors.map((anchor) => anchor.id)));
  const { name, admin1, country, lat, lng } = place;
  const anchor = { id, name, ...(admin1 && { admin1 }), ...(country && { country }), lat, lng, nights: 1 };
  return draft.change({ op: 'INSERT_ANCHOR', payload: { anchor, at, days: [draft.newDay(id, place)] } }, why);
}

/** One day more where most is left to do; of equals where the stay is shortest. */
function stayLonger(draft: TripDraft, why: string): boolean {
  const { itinerary, stops } = draft;
  const worth = ({ id, point, name }: ValidStop) => {
    const days = itinerary.days.filter((day) => day.anchorId === id);
    const besides = new Set(days.flatMap(({ activities }) => activities.map(({ title }) => title)));
    return draft.context.thingsToDo.near(point, { name, limit: 10, besides }).length - days.length * 2;
  };
  const open = stops.filter(
    ({ id, anchor }) => !anchor.locked && itinerary.days.some((day) => day.anchorId === id),
  );
  const best = open.toSorted((a, b) => worth(b) - worth(a))[0];
  if (best === undefined) return false;
  const { id, anchor, name, point } = best;
  const nights = nightsOf(itinerary, anchor) + 1;
  const days = [draft.newDay(id, { name, ...point })];
  return draft.change({ op: 'UPDATE_ANCHOR', payload: { anchorId: id, set: { nights }, days } }, why);
}

/** One day less at the longest stay of more than a day. */
function stayShorter(draft: TripDraft, why: string): boolean {
  const { itinerary, stops } = draft;
  const stays = stops
    .map((stop) => ({ stop, days: itinerary.days.filter(({ anchorId }) => anchorId === stop.id).length }))
    .filter(({ stop, days }) => days > 1 && !stop.anchor.locked)
    .toSorted((a, b) => b.days - a.days);
  return stays.some(({ stop: { id, anchor } }) => {
    const nights = Math.max(nightsOf(itinerary, anchor) - 1, 0);
    return draft.change({ op: 'UPDATE_ANCHOR', payload: { anchorId: id, set: { nights } } }, why);
  });
}

/** Leaves out the stop that nobody asked for and whose neighbours are nearest to each other. */
function leaveOutStop(draft: TripDraft, why: string): boolean {
  const { stops } = draft;
  const wished = new Set((draft.state.wishes.via ?? []).map(({ name }) => bareName(name)));
  const spare = stops.flatMap((stop, at) => {
    const [before, after] = [stops[at - 1], stops[at + 1]];
    const isNeeded = stop.anchor.locked || stop.end !== undefined || wished.has(bareName(stop.name));
    if (isNeeded || !before || !after) return [];
    return [{ stop, km: drivingKm(before.point, after.point) }];
  });
  return spare
    .toSorted((a, b) => a.km - b.km)
    .some(({ stop }) => draft.change({ op: 'REMOVE_ANCHOR', payload: { anchorId: stop.id } }, why));
}
