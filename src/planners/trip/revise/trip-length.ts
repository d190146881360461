import { PLEASANT_KM } from '../generate/road-stops.ts';
import { count } from '../generate/stay-lengths.ts';
import type { ValidStop } from '../invariants/subject.ts';
import { nightsOf } from '../itinerary/mutation.ts';
import { drivingKm } from '../places/geo.ts';
import { stayDays } from '../requirements/requirements.ts';
import { insertBetween } from './new-stop.ts';
import { setStay } from './stop-edits.ts';
import type { TripDraft } from './trip-draft.ts';

/** The maximum number of changes for a new length. */
const MAX_STEPS = 400;
/** No stop is removed if that creates a longer day of driving. */
const TOO_FAR_KM = 800;

/** Options for changing the length. */
export interface LengthOrder {
  readonly why: string;
  /** The stop that gets the freed days. */
  readonly receiver?: string | undefined;
  /** Whether removing a stop may make a day of driving too long, because the length was requested explicitly. */
  readonly mayDriveFar: boolean;
}

/** Changes the length of a trip with as few changes as possible. Named stays and stops are kept. */
function setLength(draft: TripDraft, days: number, { why, receiver, mayDriveFar }: LengthOrder): void {
  for (let step = 0; draft.itinerary.days.length < days && step < MAX_STEPS; step++) {
    const to = receiver === undefined ? undefined : draft.stops.find(({ id }) => id === receiver);
    if (to && lengthen(draft, to, why)) continue;
    if (!partLongestLeg(draft, why) && !stayLonger(draft, why)) return;
  }
  for (let step = 0; draft.itinerary.days.length > days && step < MAX_STEPS; step++) {
    if (
      !shortenReceiver(draft, receiver, why) &&
      !stayShorter(draft, why) &&
      !leaveOutStop(draft, why, mayDriveFar)
    )
      return;
  }
}

/**
 * Inserts a stop into the longest leg of a road trip if it is longer than pleasant. The neighbouring stops are kept.
 */
function partLongestLeg(draft: TripDraft, why: string): boolean {
  if (draft.itinerary.mode !== 'road') return false;
  const legs = draft.stops.flatMap((to, at) => {
    const from = draft.stops[at - 1];
    return from && (to.anchor.by ?? 'car') === 'car'
      ? [{ from, to, km: drivingKm(from.point, to.point) }]
      : [];
  });
  return legs
    .filter(({ km }) => km > PLEASANT_KM)
    .toSorted((a, b) => b.km - a.km)
    .some(({ from, to }) => insertBetween(draft, from, to, why));
}

/** Adds a day at a stop. */
function lengthen(draft: TripDraft, { id, anchor, name, point }: ValidStop, why: string): boolean {
  const nights = nightsOf(draft.itinerary, anchor) + 1;
  const days = [draft.newDay(id, { name, ...point })];
  return draft.change({ op: 'UPDATE_ANCHOR', payload: { anchorId: id, set: { nights }, days } }, why);
}

/** The minimum and maximum stay at a stop, according to the requirements. */
function boundsOf(draft: TripDraft, stop: ValidStop): { least: number; most: number } {
  if (draft.settled.has(stop.id)) {
    const days = draft.daysAt(stop.id);
    return { least: days, most: days };
  }
  const area = draft.requestedAreaFor(stop);
  if (area && stayDays(area) !== undefined) {
    const days = draft.daysAt(stop.id);
    return { least: days, most: area.bound === 'least' ? Number.POSITIVE_INFINITY : days };
  }
  const requested = draft.requestedStopFor(stop);
  const days = requested && stayDays(requested, { isLast: draft.isLast(stop) });
  if (days === undefined) return { least: 1, most: Number.POSITIVE_INFINITY };
  return {
    least: requested?.bound === 'most' ? 1 : days,
    most: requested?.bound === 'least' ? Number.POSITIVE_INFINITY : days,
  };
}

/** Adds a day where most is left to do: preferably at a named stop or the end of the trip. */
function stayLonger(draft: TripDraft, why: string): boolean {
  const open = draft.stops.filter((stop) => {
    const days = draft.daysAt(stop.id);
    return !stop.anchor.locked && days > 0 && days < boundsOf(draft, stop).most;
  });
  const named = open.filter((stop) => draft.isLast(stop) || draft.requestedStopFor(stop) !== undefined);
  const worth = ({ id, point, name }: ValidStop) => {
    const days = draft.itinerary.days.filter((day) => day.anchorId === id);
    const besides = new Set(days.flatMap(({ activities }) => activities.map(({ title }) => title)));
    return draft.context.thingsToDo.near(point, { name, limit: 10, besides }).length - days.length * 2;
  };
  const [best] = (named.length > 0 ? named : open).toSorted((a, b) => worth(b) - worth(a));
  return best !== undefined && lengthen(draft, best, why);
}

/** One day less at the stop that gives what others get. */
function shortenReceiver(draft: TripDraft, receiver: string | undefined, why: string): boolean {
  const stop = draft.stops.find(({ id }) => id === receiver);
  if (stop === undefined || stop.anchor.locked || draft.daysAt(stop.id) < 2) return false;
  const nights = Math.max(nightsOf(draft.itinerary, stop.anchor) - 1, 0);
  return draft.change({ op: 'UPDATE_ANCHOR', payload: { anchorId: stop.id, set: { nights } } }, why);
}

/** Removes a day from the longest stay that may be shorter, preferably at an unnamed stop. */
function stayShorter(draft: TripDraft, why: string): boolean {
  const stays = draft.stops
    .map((stop) => ({
      stop,
      days: draft.daysAt(stop.id),
      isNamed: draft.requestedStopFor(stop) !== undefined,
    }))
    .filter(({ stop, days }) => !stop.anchor.locked && days > boundsOf(draft, stop).least)
    .toSorted((a, b) => Number(a.isNamed) - Number(b.isNamed) || b.days - a.days);
  return stays.some(({ stop: { id, anchor } }) => {
    const nights = Math.max(nightsOf(draft.itinerary, anchor) - 1, 0);
    return draft.change({ op: 'UPDATE_ANCHOR', payload: { anchorId: id, set: { nights } } }, why);
  });
}

/** Removes the unnamed stop whose neighbours are closest to each other. */
function leaveOutStop(draft: TripDraft, why: string, mayDriveFar: boolean): boolean {
  const { stops } = draft;
  const spare = stops.flatMap((stop, at) => {
    const [before, after] = [stops[at - 1], stops[at + 1]];
    const isNeeded =
      stop.anchor.locked ||
      stop.end !== undefined ||
      draft.settled.has(stop.id) ||
      draft.requestedStopFor(stop) !== undefined;
    if (isNeeded || !before || !after || draft.daysAt(stop.id) === 0) return [];
    return [{ stop, km: drivingKm(before.point, after.point) }];
  });
  return spare
    .filter(({ km }) => mayDriveFar || km <= TOO_FAR_KM || draft.itinerary.mode !== 'road')
    .toSorted((a, b) => a.km - b.km)
    .some(({ stop }) => draft.change({ op: 'REMOVE_ANCHOR', payload: { anchorId: stop.id } }, why));
}

/** If all stays are fixed, additional days go to the last stop. */
function stayLongerAtTheEnd(draft: TripDraft, wanted: number): void {
  const more = wanted - draft.itinerary.days.length;
  const last = draft.stops.findLast(({ id, anchor }) => !anchor.locked && draft.daysAt(id) > 0);
  if (more > 0 && last) setStay(draft, last, { days: draft.daysAt(last.id) + more });
}

/** Keeps or sets the length of the trip, and reports what is impossible. */
export function settleLength(
  draft: TripDraft,
  { wanted, isSaid, receiver }: { wanted: number; isSaid: boolean; receiver?: string | undefined },
): void {
  if (draft.itinerary.days.length === wanted) return;
  const why = isSaid ? `You asked for ${count(wanted)}.` : `The trip stays ${count(wanted)} long.`;
  setLength(draft, wanted, { why, receiver, mayDriveFar: isSaid });
  if (isSaid) stayLongerAtTheEnd(draft, wanted);
  const days = draft.itinerary.days.length;
  if (days === wanted) return;
  if (isSaid && days > wanted) draft.tooShort = wanted;
  const stays = 'the stops and stays that you named need them';
  draft.notDone.push(
    isSaid
      ? `The trip takes ${count(days)} and not ${wanted}: ${stays}, or are locked. Which may be shorter?`
      : `The trip takes ${count(days)} now instead of ${wanted}, because ${stays}. Say which may be shorter to keep it at ${wanted}.`,
  );
}
