import { distanceKm, type Point } from '../places/geo.ts';
import { datedFrom, startDateOf } from './calendar-day.ts';
import type { Day, Itinerary } from './itinerary.ts';
import { usablePoint } from './itinerary-view.ts';

/** The trip with one day changed. */
export function withDay(itinerary: Itinerary, dayNumber: number, change: (day: Day) => Day): Itinerary {
  const at = itinerary.days.findIndex(({ number }) => number === dayNumber);
  const day = itinerary.days[at];
  if (day === undefined) return itinerary;
  const changed = change(day);
  return changed === day ? itinerary : { ...itinerary, days: itinerary.days.with(at, changed) };
}

/** The trip without a day, unless something on it is locked. */
export function withoutDay(itinerary: Itinerary, dayNumber: number): Itinerary {
  const gone = itinerary.days.find(({ number }) => number === dayNumber);
  if (gone === undefined || gone.activities?.some(({ locked }) => locked)) return itinerary;
  const days = itinerary.days.filter((day) => day !== gone);
  return { ...itinerary, days: reflow(days, firstDate(itinerary.days)) };
}

/** The trip with an activity moved to another day. */
export function withActivityMoved(
  itinerary: Itinerary,
  {
    dayNumber,
    activityId,
    to,
  }: { readonly dayNumber: number; readonly activityId: string; readonly to: number },
): Itinerary {
  const from = itinerary.days.find(({ number }) => number === dayNumber);
  const into = itinerary.days.find(({ number }) => number === to);
  const moved = from?.activities.find(({ id, locked }) => id === activityId && !locked);
  if (!from || !into || !moved || from === into) return itinerary;
  if (into.activities.some(({ id }) => id === activityId)) return itinerary;
  const days = itinerary.days.map((day) => {
    if (day === from) return { ...day, activities: day.activities.filter((each) => each !== moved) };
    return day === into ? { ...day, activities: [...day.activities, moved] } : day;
  });
  return { ...itinerary, days };
}

/** The trip with a new id for the last of several activities with one id: the first keeps it. */
export function withActivityRenamed(
  itinerary: Itinerary,
  {
    dayNumber,
    activityId,
    id,
  }: { readonly dayNumber: number; readonly activityId: string; readonly id: string },
): Itinerary {
  if (itinerary.days.some(({ activities }) => activities.some((each) => each.id === id))) return itinerary;
  return withDay(itinerary, dayNumber, (day) => {
    const at = day.activities.findLastIndex((each) => each.id === activityId);
    const renamed = day.activities[at];
    return renamed ? { ...day, activities: day.activities.with(at, { ...renamed, id }) } : day;
  });
}

/**
 * If the numbers of the days rise in another order than the list, they decide, unless the list matches the order of the
 * stops better.
 */
export function inSequence({ anchors, days }: Itinerary): readonly Day[] {
  const sorted = days.toSorted((a, b) => a.number - b.number);
  if (!sorted.every(({ number }, at) => number === at + 1)) return days;
  const order = new Map(anchors.map(({ id }, index) => [id, index]));
  const backwards = (list: readonly Day[]) =>
    list.filter(
      ({ anchorId }, at) => (order.get(anchorId) ?? 0) < (order.get(list[at - 1]?.anchorId ?? '') ?? 0),
    ).length;
  return backwards(sorted) <= backwards(days) ? sorted : days;
}

/** The date of the first day, derived from any dated day. */
export function firstDate(days: readonly Day[]): string | undefined {
  return startDateOf(days)?.date;
}

/** Days in order: numbered from 1 and, if the trip has dates, dated consecutively. */
export function reflow(days: readonly Day[], startDate: string | undefined): readonly Day[] {
  const numbered = days.map((day, at) => (day.number === at + 1 ? day : { ...day, number: at + 1 }));
  return startDate === undefined ? numbered : datedFrom({ days: numbered }, startDate).days;
}

/** Whether two lists contain the same values. */
export function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, at) => value === b[at]);
}

/** An activity farther than this from the stop of its day is out of reach. */
export const REACH_KM = 150;

/** A day moved to another place: activities out of reach from there are dropped, unless locked. */
export function movedTo(day: Day, place: Point): Day {
  const kept = (day.activities ?? []).filter(({ locked, place: at }) => {
    const point = at && usablePoint(at);
    return locked || point === undefined || distanceKm(point, place) <= REACH_KM;
  });
  return kept.length === day.activities?.length ? day : { ...day, activities: kept };
}
