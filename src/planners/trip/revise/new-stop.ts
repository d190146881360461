import { spelledAs } from '../generate/place-spelling.ts';
import { stopsBetween } from '../generate/stops-between.ts';
import { detourKm } from '../invariants/anchor-verdicts.ts';
import { queryOf, type ValidStop } from '../invariants/subject.ts';
import type { PlaceRef } from '../itinerary/itinerary.ts';
import { usablePoint } from '../itinerary/itinerary-view.ts';
import type { FixedPlace } from '../itinerary/mutation.ts';
import { freeId, slug } from '../itinerary/stop-id.ts';
import type { StopPosition } from '../understand/edits/trip-edit.ts';
import type { TripDraft } from './trip-draft.ts';

const MAX_CONTEXT = 20;

/** The place that was meant, searched near the stops of the trip. */
export function placeFor(requested: PlaceRef, draft: TripDraft, within?: string): FixedPlace | undefined {
  const point = usablePoint(requested);
  const { name, admin1, country } = requested;
  if (point) return { name, ...(admin1 && { admin1 }), ...(country && { country }), ...point };
  const near = draft.stops.map((stop) => stop.point);
  const every = Math.ceil(near.length / MAX_CONTEXT);
  const sample = near.filter((_, at) => at % every === 0);
  const query = within === undefined ? queryOf(requested) : `${name}, ${within}`;
  const found = draft.context.places
    .resolve(query, { limit: 3, ...(sample.length > 0 && within === undefined && { near: sample }) })
    .find(({ match }) => match !== 'typo');
  if (found === undefined) return undefined;
  const { lat, lng } = found;
  return { name: spelledAs(name, found), admin1: found.admin1, country: found.country, lat, lng };
}

/** Inserts a place with its days at an index of the stops. */
export function insertAt(
  draft: TripDraft,
  place: FixedPlace & { readonly area?: string | undefined },
  at: number,
  why: string,
  days = 1,
): string | undefined {
  const id = freeId(slug(place.name), new Set(draft.itinerary.anchors.map((anchor) => anchor.id)));
  const { name, admin1, country, area, lat, lng } = place;
  const region = { ...(admin1 && { admin1 }), ...(country && { country }), ...(area && { area }) };
  const anchor = { id, name, ...region, lat, lng, nights: days };
  const brought = Array.from({ length: days }, () => ({ activities: [] as const }));
  const isIn = draft.change({ op: 'INSERT_ANCHOR', payload: { anchor, at, days: brought } }, why);
  if (!isIn) return undefined;
  // One after the other, so that no two days offer the same activities.
  for (const { number } of draft.itinerary.days.filter(({ anchorId }) => anchorId === id)) {
    const { activities } = draft.newDay(id, place);
    if (activities.length > 0)
      draft.change({ op: 'ADD_ACTIVITY', payload: { dayNumber: number, activities } }, why);
  }
  return id;
}

/** Inserts a real place between two consecutive stops. */
export function insertBetween(draft: TripDraft, from: ValidStop, to: ValidStop, why: string): boolean {
  const { places, thingsToDo } = draft.context;
  const { endpoints } = draft.reading;
  const goal = draft.itinerary.roundTrip ? to.point : (endpoints.destination.point ?? to.point);
  const besides = new Set([...draft.stops.map(({ name }) => name), ...(draft.requirements.skip ?? [])]);
  const [place] = stopsBetween({
    from: from.point,
    to: to.point,
    count: 1,
    goal,
    besides,
    places,
    thingsToDo,
  });
  return place !== undefined && insertAt(draft, place, to.index, why) !== undefined;
}

/** The index for a position; undefined if it refers to an unknown stop. */
export function indexFor(place: FixedPlace, position: StopPosition, draft: TripDraft): number | undefined {
  const { stops, itinerary } = draft;
  const { after, before, at, day } = position;
  const isHome = itinerary.roundTrip && stops.length > 1;
  const end = itinerary.anchors.length - (isHome ? 1 : 0);
  const first =
    draft.daysAt(itinerary.anchors[0]?.id ?? '') > 0 && draft.requirements.origin === undefined ? 0 : 1;
  if (after !== undefined) {
    const stop = draft.stopsIn(after).at(-1) ?? draft.stopNamed(after);
    return stop && stop.index + 1;
  }
  if (before !== undefined) return draft.stopNamed(before)?.index;
  if (at === 'start') return Math.min(first, end);
  if (at === 'end') return end;
  if (at === 'middle') return Math.max(Math.round((first + end - 1) / 2), first);
  if (day !== undefined) {
    const target = itinerary.days.at(day < 0 ? day : day - 1);
    const index = itinerary.anchors.findIndex(({ id }) => id === target?.anchorId);
    return index < 0 ? undefined : Math.max(index, first);
  }
  return bestIndex(place, draft);
}

/**
 * The index where a stop lengthens the route least: after the first stop, and before the last if the trip ends there.
 */
function bestIndex(place: FixedPlace, draft: TripDraft): number {
  const { stops, reading } = draft;
  const { origin, destination } = reading.endpoints;
  const end = draft.itinerary.roundTrip ? origin.point : destination.point;
  const first = stops[0]?.end === 'origin' ? 1 : 0;
  const isEnd = stops.length > 1 && stops.at(-1)?.end !== undefined;
  const last = isEnd ? stops.length - 1 : stops.length;
  let [best, least] = [last, Number.POSITIVE_INFINITY];
  for (let at = first; at <= last; at++) {
    const km = detourKm(place, stops[at - 1]?.point ?? origin.point, stops[at]?.point ?? end);
    if (km < least) [best, least] = [at, km];
  }
  return stops[best]?.index ?? draft.itinerary.anchors.length;
}
