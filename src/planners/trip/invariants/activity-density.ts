import type { DayView } from '../itinerary-view.ts';
import { drivingHours } from '../places/geo.ts';
import { readingOf, type TripFinding, type TripSubject, type ValidStop, validStopOf } from './subject.ts';

/** What a day has to offer. */
export const MIN_ACTIVITIES = 2;
/** The same on a day that is mostly driving. */
export const MIN_ACTIVITIES_DRIVING = 1;
/** More hours at the wheel make it a day of driving. */
export const LONG_DRIVE_HOURS = 6;

/** A day, and how many activities it is short of. */
export interface ThinDay {
  readonly day: DayView;
  readonly missing: number;
  readonly needed: number;
}

/** INV-ACTIVITY-DENSITY: enough to do on every day that is not meant for travelling only. */
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

/** The days on which there is too little to do. */
export function thinDays(subject: TripSubject): ThinDay[] {
  const reading = readingOf(subject);
  let last: ValidStop | undefined;
  return (reading.view?.days ?? []).flatMap((day) => {
    const stop = validStopOf(day, reading);
    if (stop === undefined) return [];
    const from = last;
    last = stop;
    if (day.day.travelOnly === true) return [];
    const hours = from ? drivingHours(from.point, stop.point) : 0;
    const needed = hours > LONG_DRIVE_HOURS ? MIN_ACTIVITIES_DRIVING : MIN_ACTIVITIES;
    const missing = needed - day.activityCount;
    return missing > 0 ? [{ day, missing, needed }] : [];
  });
}
