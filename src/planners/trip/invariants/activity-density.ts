import { newActivities, tastesOf } from '../fixes/new-activities.ts';
import { FREE } from '../itinerary/itinerary.ts';
import type { DayView } from '../itinerary/itinerary-view.ts';
import { drivingHours } from '../places/geo.ts';
import { readingOf, type TripFinding, type TripSubject, type ValidStop, validStopOf } from './subject.ts';

/** The minimum number of activities on a day. */
export const MIN_ACTIVITIES = 2;
/** The minimum on a day that is mostly driving. */
export const MIN_ACTIVITIES_DRIVING = 1;
/** A day with more hours of driving counts as a driving day. */
export const LONG_DRIVE_HOURS = 6;

/** A day, and the number of activities it lacks. */
export interface ThinDay {
  readonly day: DayView;
  readonly missing: number;
  readonly needed: number;
}

/** INV-ACTIVITY-DENSITY: enough activities on every day that is not only for travelling. */
export function activityDensity(subject: TripSubject): TripFinding[] {
  const thin = thinDays(subject);
  if (thin.length === 0) return [];
  const nth = new Map<string, number>();
  const order = new Map<number, number>();
  for (const { day, index } of readingOf(subject).view?.days ?? []) {
    const count = (nth.get(day.anchorId) ?? 0) + 1;
    nth.set(day.anchorId, count);
    order.set(index, count);
  }
  return thin.map(({ day: { day, index, activityCount, stop }, needed }) => ({
    type: 'ACTIVITY_DENSITY_LOW',
    target: { dayNumber: day.number, anchorId: day.anchorId },
    key: `${day.anchorId}:${order.get(index)}`,
    evidence: `${activityCount}/${needed}`,
    description: `Day ${day.number}${stop?.name ? ` in ${stop.name}` : ''} has ${activityCount === 0 ? 'nothing to do' : 'one thing to do'}, and should have ${needed}.`,
    position: day.number,
  }));
}

/** The days with too few activities, if more are known for them. */
export function thinDays(subject: TripSubject): ThinDay[] {
  const known = new Map<string, boolean>();
  return daysWithTooLittle(subject).filter(({ stop }) => {
    const isMore = known.get(stop.id) ?? hasMoreToDo(stop, subject);
    known.set(stop.id, isMore);
    return isMore;
  });
}

/** The stops where some days have too few activities and no more are known. */
export function stopsWithLittleToDo(subject: TripSubject): readonly ValidStop[] {
  const stops = new Map(daysWithTooLittle(subject).map(({ stop }) => [stop.id, stop]));
  return [...stops.values()].filter((stop) => !hasMoreToDo(stop, subject));
}

function hasMoreToDo({ id, point, name }: ValidStop, { itinerary, thingsToDo, state }: TripSubject): boolean {
  if (itinerary === null) return false;
  const query = {
    itinerary,
    point,
    name,
    limit: 1,
    source: thingsToDo,
    tastes: tastesOf(state.requirements),
  };
  return newActivities(id, query).length > 0;
}

function daysWithTooLittle(subject: TripSubject): (ThinDay & { readonly stop: ValidStop })[] {
  const reading = readingOf(subject);
  let last: ValidStop | undefined;
  return (reading.view?.days ?? []).flatMap((day) => {
    const stop = validStopOf(day, reading);
    if (stop === undefined) return [];
    const from = last;
    last = stop;
    if (day.day.travelOnly === true || day.day.activities.some(({ kind }) => kind === FREE)) return [];
    const hours = from ? drivingHours(from.point, stop.point) : 0;
    const needed = hours > LONG_DRIVE_HOURS ? MIN_ACTIVITIES_DRIVING : MIN_ACTIVITIES;
    const missing = needed - day.activityCount;
    return missing > 0 ? [{ day, missing, needed, stop }] : [];
  });
}
