import { newActivities, tastesOf } from '../fixes/new-activities.ts';
import { EXCURSION, FREE } from '../itinerary/itinerary.ts';
import type { DayView } from '../itinerary/itinerary-view.ts';
import { drivingHours } from '../places/geo.ts';
import type { DayRate } from '../requirements/constraints.ts';
import { capsOf, lackingOn, neededWith, rateText } from '../requirements/day-rates.ts';
import { readingOf, type TripFinding, type TripSubject, type ValidStop, validStopOf } from './subject.ts';

/** The minimum number of activities on a day. */
export const MIN_ACTIVITIES = 2;
/** The minimum on a day that is mostly driving. */
export const MIN_ACTIVITIES_DRIVING = 1;
/** A day with more hours of driving counts as a driving day. */
export const LONG_DRIVE_HOURS = 6;

/** A day, and what it lacks. */
export interface ThinDay {
  readonly day: DayView;
  /** The number of activities that it lacks of any kind. */
  readonly missing: number;
  readonly needed: number;
  /** The kinds of which it has fewer than requested. */
  readonly lacking: readonly DayRate[];
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
  return thin.map(({ day: { day, index, activityCount, stop }, missing, needed, lacking }) => ({
    type: 'ACTIVITY_DENSITY_LOW',
    target: { dayNumber: day.number, anchorId: day.anchorId },
    key: `${day.anchorId}:${order.get(index)}`,
    evidence: missing > 0 ? `${activityCount}/${needed}` : lacking.map(rateText).join(),
    description: `Day ${day.number}${stop?.name ? ` in ${stop.name}` : ''} has ${missing > 0 ? `${thingsText(activityCount)}, and should have ${needed}` : `too little of what you want: ${lacking.map(rateText).join(', ')}`}.`,
    position: day.number,
  }));
}

function thingsText(count: number): string {
  return count === 0 ? 'nothing to do' : count === 1 ? 'one thing to do' : `${count} things to do`;
}

/** The days with too few activities, if more are known for them. */
export function thinDays(subject: TripSubject): ThinDay[] {
  const hasMore = moreToDoIn(subject);
  return daysWithTooLittle(subject).filter(hasMore);
}

/** The stops where some days have too few activities and no more are known. */
export function stopsWithLittleToDo(subject: TripSubject): readonly ValidStop[] {
  const hasMore = moreToDoIn(subject);
  const thin = daysWithTooLittle(subject).filter((each) => each.missing > 0 && !hasMore(each));
  return [...new Map(thin.map(({ stop }) => [stop.id, stop])).values()];
}

/** A kind of which a stop has too few for its days. */
export interface ScarceKind {
  readonly stop: ValidStop;
  readonly rate: DayRate;
  /** The days with too few. */
  readonly days: readonly DayView[];
}

/** What is requested for every day and is not known to exist often enough at a stop. */
export function scarceKinds(subject: TripSubject): readonly ScarceKind[] {
  if (tastesOf(subject.state.requirements).rates.length === 0) return [];
  const hasMore = moreToDoIn(subject);
  const found = daysWithTooLittle(subject).flatMap((thin) =>
    thin.lacking
      .filter((rate) => !hasMore({ ...thin, missing: 0, lacking: [rate] }))
      .map((rate) => ({ stop: thin.stop, rate, day: thin.day })),
  );
  return [...Map.groupBy(found, ({ stop, rate }) => `${stop.id} ${rate.what}`).values()].flatMap((own) => {
    const [first] = own;
    return first ? [{ ...first, days: own.map(({ day }) => day) }] : [];
  });
}

type ThinStop = Pick<ThinDay, 'day' | 'missing' | 'lacking'> & { readonly stop: ValidStop };

/** Whether more of what a day lacks is known at its stop. */
function moreToDoIn({ itinerary, thingsToDo, state }: TripSubject): (thin: ThinStop) => boolean {
  const known = new Map<string, boolean>();
  const tastes = tastesOf(state.requirements);
  return ({ stop: { id, point, name }, day: { day }, missing, lacking }) => {
    if (itinerary === null) return false;
    const { rates } = tastes;
    const on = day.activities;
    // Without rates, what is known of a stop is the same for all of its days.
    const key = rates.length === 0 ? id : `${id} ${day.number} ${missing > 0} ${lacking.map(rateText)}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const wanted = { ...tastes, rates: missing > 0 ? rates : [...capsOf(rates), ...lacking] };
    const limit = Math.sign(Math.max(missing, 0));
    const query = { itinerary, point, name, limit, on, source: thingsToDo, tastes: wanted };
    const isMore = newActivities(id, query).length > 0;
    known.set(key, isMore);
    return isMore;
  };
}

function daysWithTooLittle(subject: TripSubject): (ThinDay & { readonly stop: ValidStop })[] {
  const reading = readingOf(subject);
  const { rates: all } = tastesOf(subject.state.requirements);
  let last: ValidStop | undefined;
  return (reading.view?.days ?? []).flatMap((day) => {
    const stop = validStopOf(day, reading);
    if (stop === undefined) return [];
    const from = last;
    last = stop;
    if (
      day.day.travelOnly === true ||
      day.day.activities.some(({ kind }) => kind === FREE || kind === EXCURSION)
    )
      return [];
    const hours = from ? drivingHours(from.point, stop.point) : 0;
    const isLong = hours > LONG_DRIVE_HOURS;
    const rates = isLong ? capsOf(all) : all;
    const needed = neededWith(isLong ? MIN_ACTIVITIES_DRIVING : MIN_ACTIVITIES, rates);
    const missing = needed - day.activityCount;
    const lacking = lackingOn(day.day.activities, rates);
    return missing > 0 || lacking.length > 0 ? [{ day, missing, needed, lacking, stop }] : [];
  });
}
