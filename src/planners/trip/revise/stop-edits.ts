import { count } from '../generate/stay-lengths.ts';
import type { ValidStop } from '../invariants/subject.ts';
import { bareName, textOf } from '../itinerary/itinerary-view.ts';
import { type FixedPlace, nightsOf } from '../itinerary/mutation.ts';
import { type RequestedPlace, type RequestedStop, stayDays } from '../requirements/requirements.ts';
import type { StayChange, StopPosition, TripEdit } from '../understand/edits/trip-edit.ts';
import { removePlanned } from './activity-edits.ts';
import { indexFor, placeFor } from './new-stop.ts';
import type { TripDraft } from './trip-draft.ts';

type Edit<Type extends TripEdit['type']> = Extract<TripEdit, { type: Type }>;

const isSame = (a: string, b: string) => bareName(a) === bareName(b);

/** Where a stop is. */
export function placeOf({ name, admin1, country, point }: ValidStop): FixedPlace {
  return { name, ...(admin1 && { admin1 }), ...(country && { country }), ...point };
}

/** Removes a stop. Without its last stop the trip ends at the one before; a requested start stays. */
export function removeStop(draft: TripDraft, { place: name, again = false }: Edit<'remove'>): void {
  const stop = draft.stopNamed(name);
  if (again) {
    removeReturn(draft, stop?.name ?? name);
    return;
  }
  const { via = [], skip = [] } = draft.requirements;
  const forget = {
    via: via.filter((visit) => !isSame(visit.name, name) && !isSame(visit.name, stop?.name ?? '')),
    skip: [...skip.filter((gone) => !isSame(gone, name)), name],
  };
  if (stop === undefined && removePlanned(draft, name)) return;
  if (stop === undefined) {
    draft.notDone.push(`${name} is not a stop of this trip, so there is nothing to leave out.`);
    draft.setRequirements(forget);
    return;
  }
  const isOnly = draft.stops.length < 2 || draft.stops.every(({ id }) => id === stop.id || isHome(draft, id));
  if (isOnly && !stop.anchor.locked) {
    draft.onlyStop = stop.name;
    return;
  }
  if (stop.anchor.locked || isOnly || isHome(draft, stop.id)) {
    const why = stop.anchor.locked ? 'is locked' : 'is where the trip starts';
    if (stop.anchor.locked) draft.kept.add(stop.name);
    draft.notDone.push(`${stop.name} stays: it ${why}. Say what should be there instead.`);
    return;
  }
  draft.dismissed.add(stop.id);
  const isGone = draft.change(
    { op: 'REMOVE_ANCHOR', payload: { anchorId: stop.id } },
    `You did not want to stop in ${stop.name}.`,
  );
  if (!isGone) {
    draft.notDone.push(`${stop.name} stays: something to do there is locked.`);
    return;
  }
  draft.setRequirements(forget);
  forgetAreaStay(draft, stop);
  setEnds(draft);
}

/** Leaves out the way back to a stop that was visited before. */
function removeReturn(draft: TripDraft, name: string): void {
  const visits = draft.stops.filter((stop) => isSame(stop.name, name));
  const last = visits.at(-1);
  if (last === undefined || visits.length < 2) {
    draft.notDone.push(`The trip does not go back to ${name}.`);
    return;
  }
  draft.dismissed.add(last.id);
  const why = `You did not want to go back to ${name}.`;
  if (!draft.change({ op: 'REMOVE_ANCHOR', payload: { anchorId: last.id } }, why)) {
    draft.notDone.push(`${name} stays at the end: something to do there is locked.`);
    return;
  }
  const { via = [], destination } = draft.requirements;
  const isEnd = destination !== undefined && isSame(destination.name, name);
  const at = via.findLastIndex((visit) => isSame(visit.name, name));
  const end = isEnd ? via.at(-1) : undefined;
  draft.setRequirements(
    end === undefined
      ? { via: via.filter((_, index) => index !== at) }
      : { destination: end, via: via.slice(0, -1) },
  );
  setEnds(draft);
}

/** Whether a stop is the requested start, or the end of a round trip. */
export function isHome(draft: TripDraft, id: string): boolean {
  const stop = draft.stops.find((each) => each.id === id);
  if (stop === undefined || draft.requirements.origin === undefined) return false;
  return (
    stop.end === 'origin' || (draft.itinerary.roundTrip && isSame(stop.name, draft.itinerary.origin.name))
  );
}

/** After its first or last stop went or moved, the trip starts and ends at those that are first and last now. */
function setEnds(draft: TripDraft): void {
  const { origin, destination, roundTrip } = draft.itinerary;
  const [first] = draft.stops;
  const last = draft.stops.findLast(({ id }) => !(roundTrip && isHome(draft, id)));
  const { origin: start } = draft.requirements;
  if (!first || !last) return;
  const isStart = start === undefined || isSame(start.name, first.name);
  if (!isSame(first.name, textOf(origin.name) ?? '') && isStart) {
    const place = placeOf(first);
    draft.change(
      { op: 'REPLACE_ANCHOR', payload: { endpoint: 'origin', place } },
      `The trip starts in ${place.name}.`,
    );
  }
  const end = textOf(destination.name) ?? '';
  if (isSame(last.name, end) || (roundTrip && draft.stopNamed(end) !== undefined)) return;
  const place = placeOf(last);
  draft.change(
    { op: 'REPLACE_ANCHOR', payload: { endpoint: 'destination', place } },
    `The trip ends in ${place.name}.`,
  );
  const { via = [], destination: requested } = draft.requirements;
  const own = via.find(({ name }) => isSame(name, last.name));
  const isThere = requested !== undefined && draft.stopNamed(requested.name) !== undefined;
  draft.setRequirements({
    destination: own ?? { name: last.name },
    via: inTripOrder(draft, [...via.filter((visit) => visit !== own), ...(isThere ? [requested] : [])]),
  });
}

/** Puts another place where a stop was: it keeps its days, and an end of the trip stays one. */
export function replaceStop(draft: TripDraft, { place: name, by, stay }: Edit<'replace'>): void {
  const stop = draft.stopNamed(name);
  if (stop === undefined) return;
  const place = placeFor({ name: by }, draft);
  if (place === undefined) {
    draft.unknown.push(by);
    return;
  }
  const there = draft.stopNamed(by);
  if (there?.id === stop.id && isSame(stop.name, place.name)) {
    draft.notDone.push(`${stop.name} is in the trip already.`);
    return;
  }
  if (there && there.id !== stop.id) {
    removeStop(draft, { type: 'remove', place: name });
    if (stay) setStay(draft, there, stay);
    else draft.receiver ??= there.id;
    return;
  }
  putInPlace(draft, stop, place);
  const now = draft.stops.find(({ id }) => id === stop.id);
  if (stay && now) setStay(draft, now, stay);
}

/** Makes a stop be at another place, in the trip and in its requirements. */
export function putInPlace(draft: TripDraft, stop: ValidStop, place: FixedPlace): void {
  const { id, name, end, anchor } = stop;
  if (anchor.locked) {
    draft.notDone.push(`${name} stays: it is locked.`);
    return;
  }
  const { itinerary, requirements } = draft;
  const ends = (['origin', 'destination'] as const).filter(
    (field) => end === field || isSame(itinerary[field].name, name),
  );
  const why = `${place.name} instead of ${name}.`;
  const [endpoint] = ends;
  draft.dismissed.add(id);
  if (!draft.replace({ anchorId: id, place, ...(endpoint && { endpoint }) }, why)) return;
  for (const other of ends.slice(1)) {
    draft.change({ op: 'REPLACE_ANCHOR', payload: { endpoint: other, place } }, why);
  }
  const requested = (old: RequestedPlace): RequestedPlace => {
    const { days, nights, bound } = old;
    const { admin1, country, lat, lng } = place;
    return {
      name: place.name,
      ...(admin1 && { admin1 }),
      ...(country && { country }),
      lat,
      lng,
      ...(days !== undefined && { days }),
      ...(nights !== undefined && { nights }),
      ...(bound && { bound }),
    };
  };
  const { via = [], origin, destination, skip = [] } = requirements;
  const isNamed = via.some((visit) => isSame(visit.name, name));
  draft.setRequirements({
    via:
      isNamed || ends.length > 0
        ? via.map((visit) => (isSame(visit.name, name) ? requested(visit) : visit))
        : inTripOrder(draft, [...via, requested({ name })]),
    ...(origin && isSame(origin.name, name) && { origin: requested(origin) }),
    ...(destination && isSame(destination.name, name) && { destination: requested(destination) }),
    skip: isSame(name, place.name) ? skip : [...skip.filter((gone) => !isSame(gone, place.name)), name],
  });
}

/** Puts each of two stops where the other was. */
export function swapStops(draft: TripDraft, { places: [one, other] }: Edit<'swap'>): void {
  const [first, second] = [one, other]
    .map((name) => draft.stopNamed(name))
    .toSorted((a, b) => (a?.index ?? 0) - (b?.index ?? 0));
  const why = `${one} and ${other} changed places.`;
  const isFixed = (stop: ValidStop | undefined) => !stop || stop.anchor.locked || isHome(draft, stop.id);
  if (!first || !second || isFixed(first) || isFixed(second)) {
    draft.notDone.push(
      `${one} and ${other} did not change places: both have to be stops that are not locked, and not where the trip starts.`,
    );
    return;
  }
  draft.change({ op: 'MOVE_ANCHOR', payload: { anchorId: second.id, to: first.index } }, why);
  draft.change({ op: 'MOVE_ANCHOR', payload: { anchorId: first.id, to: second.index } }, why);
  afterMove(draft);
}

/** Takes a stop to another place in the order. */
export function moveStop(draft: TripDraft, stop: ValidStop, position: StopPosition): void {
  const { id, name, anchor, point } = stop;
  if (anchor.locked || isHome(draft, id)) {
    draft.notDone.push(`${name} was not moved: it is ${anchor.locked ? 'locked' : 'where the trip starts'}.`);
    return;
  }
  const index = indexFor({ name, ...point }, position, draft);
  if (index === undefined) {
    draft.notDone.push(
      `${name} was not moved: ${position.after ?? position.before} is not a stop of this trip.`,
    );
    return;
  }
  const to = index > stop.index ? index - 1 : index;
  if (!draft.change({ op: 'MOVE_ANCHOR', payload: { anchorId: id, to } }, `You wanted ${name} there.`))
    draft.notDone.push(`${name} is there already.`);
  afterMove(draft);
}

/** After stops changed their order: the requirements follow them, and so do the ends of the trip. */
export function afterMove(draft: TripDraft): void {
  draft.setRequirements({ via: inTripOrder(draft, draft.requirements.via ?? []) });
  setEnds(draft);
}

/** The requirements for stops in the order in which the trip has them. */
export function inTripOrder(draft: TripDraft, via: readonly RequestedStop[]): RequestedStop[] {
  const { destination } = draft.requirements;
  const indexOf = ({ name }: RequestedStop, nth: number) => {
    const visits = draft.stops.filter((stop) => isSame(stop.name, name));
    const later = [...via.slice(nth + 1), ...(destination ? [destination] : [])];
    const visit = visits.at(-1 - later.filter((requested) => isSame(requested.name, name)).length);
    return (visits.length > 1 ? visit : draft.stopNamed(name))?.index ?? Number.POSITIVE_INFINITY;
  };
  return via
    .map((requested, nth) => ({ requested, index: indexOf(requested, nth) }))
    .toSorted((a, b) => a.index - b.index || 0)
    .map(({ requested }) => requested);
}

/** Sets the length of a stay. */
export function setStay(draft: TripDraft, stop: ValidStop, stay: StayChange): void {
  const { id, name, anchor } = stop;
  const days = daysOf(stay, draft.daysAt(id), draft.isLast(stop));
  // A locked stop keeps its length, which is not reported as an issue later.
  remember(draft, name, anchor.locked ? { days: draft.daysAt(id) } : stay, days);
  forgetAreaStay(draft, stop);
  draft.settled.add(id);
  const change = days - draft.daysAt(id);
  if (stay.grows) draft.growth += change;
  else draft.shifted += change;
  if (change === 0) {
    const long =
      stay.nights === undefined ? count(days) : `${stay.nights} ${stay.nights === 1 ? 'night' : 'nights'}`;
    draft.notDone.push(`${name} has ${long} already, and keeps them.`);
    return;
  }
  const isChanged = changeStay(draft, stop, days, `You wanted ${count(days)} in ${name}.`);
  if (isChanged) return;
  const what = anchor.locked ? 'it' : 'something to do there';
  draft.notDone.push(`The stay in ${name} keeps its length: ${what} is locked.`);
}

/** Makes a stay so many days long, with something to do on those that are new; false when it is locked. */
export function changeStay(draft: TripDraft, stop: ValidStop, days: number, why: string): boolean {
  const { id, name, point, anchor } = stop;
  const change = days - draft.daysAt(id);
  const nights = Math.max(nightsOf(draft.itinerary, anchor) + change, 0);
  const brought = Array.from({ length: Math.max(change, 0) }, () => ({ activities: [] as const }));
  const payload = { anchorId: id, set: { nights }, days: brought };
  if (!draft.change({ op: 'UPDATE_ANCHOR', payload }, why)) return false;
  for (const { number, activities } of draft.itinerary.days) {
    if (draft.itinerary.days[number - 1]?.anchorId !== id || activities.length > 0) continue;
    const { activities: added } = draft.newDay(id, { name, ...point });
    if (added.length > 0)
      draft.change({ op: 'ADD_ACTIVITY', payload: { dayNumber: number, activities: added } }, why);
  }
  return true;
}

/** Who changes one town of an area says no more how long to stay in all of it. */
function forgetAreaStay(draft: TripDraft, stop: ValidStop): void {
  const area = draft.requestedAreaFor(stop);
  if (area && stayDays(area) !== undefined) remember(draft, area.name, {}, undefined);
}

/** Keeps the stay with the requirements, so that later changes leave it alone. */
export function remember(draft: TripDraft, name: string, stay: StayChange, days: number | undefined): void {
  const { via = [], destination, origin } = draft.requirements;
  const isSaid = stay.nights !== undefined || stay.days !== undefined;
  const length = isSaid ? stayFields(stay) : { ...(days !== undefined && { days }) };
  const withStay = <Place extends RequestedPlace>({
    days: _d,
    nights: _n,
    bound: _b,
    ...requested
  }: Place) => ({
    ...requested,
    ...length,
  });
  const isNamed = via.some((visit) => isSame(visit.name, name));
  const isEnd = destination !== undefined && isSame(destination.name, name);
  const isStart = origin !== undefined && isSame(origin.name, name);
  draft.setRequirements({
    ...(isEnd && { destination: withStay(destination) }),
    ...(isStart && { origin: withStay(origin) }),
    via: isNamed
      ? via.map((visit) => (isSame(visit.name, name) ? withStay(visit) : visit))
      : isEnd || isStart
        ? via
        : inTripOrder(draft, [...via, { name, ...length }]),
  });
}

export function stayFields(stay: StayChange | undefined): Pick<RequestedPlace, 'days' | 'nights' | 'bound'> {
  if (stay === undefined) return {};
  const { nights, days, bound } = stay;
  return {
    ...(nights !== undefined ? { nights } : days !== undefined && { days }),
    ...(bound && { bound }),
  };
}

/** The days of a stay after a change; `current` are the days before it. */
export function daysOf(stay: StayChange, current: number, isLast: boolean): number {
  const { change, factor, bound } = stay;
  const requested = stayDays(stay, { isLast });
  const days =
    requested ?? (factor === undefined ? current + (change ?? 0) : Math.round(Math.max(current, 1) * factor));
  const bounded =
    bound === 'least'
      ? Math.max(days, current)
      : bound === 'most' && current > 0
        ? Math.min(days, current)
        : days;
  return Math.max(bounded, 1);
}
