import { isDisliked } from '../fixes/disliked.ts';
import { isSeen } from '../generate/must-sees.ts';
import type { Activity } from '../itinerary/itinerary.ts';
import { bareName, isInArea } from '../itinerary/itinerary-view.ts';
import { textOf } from '../knowledge/text-of.ts';
import { drivingKm, ROAD_KM_PER_HOUR } from '../places/geo.ts';
import { constraintsOf, stayDays } from '../wishes/wishes.ts';
import { routeOf, visitKey } from './route-monotonic.ts';
import { readingOf, type TripFinding, type TripSubject, type ValidStop } from './subject.ts';
import { travelDaysKept } from './travel-days.ts';

/** Nobody drives farther in a day, unless they say so. */
export const MOST_DRIVEN_KM = 900;
/** Distances are estimates: so much more than was said still keeps to it. */
const TOLERANCE = 1.05;

/** A day on the road that is longer than it may be. */
export interface LongDay {
  readonly from: ValidStop | undefined;
  readonly to: ValidStop;
  readonly dayNumber: number | undefined;
  readonly km: number;
  readonly most: number;
  readonly isSaid: boolean;
}

/** INV-DRIVE-BEARABLE: no day on the road is longer than was said or, where nothing was, than anybody drives. */
export function driveBearable(subject: TripSubject): TripFinding[] {
  const visits = new Map<string, number>();
  return longDays(subject).map(({ to, dayNumber, km, most, isSaid }) => {
    const hours = Math.round((km / ROAD_KM_PER_HOUR) * 2) / 2;
    const said = isSaid
      ? `more than the ${Math.round(most)} km a day that you want`
      : 'more than most drive in a day';
    return {
      type: 'DRIVE_TOO_LONG',
      target: { anchorId: to.id, ...(dayNumber !== undefined && { dayNumber }) },
      key: visitKey(to.id, visits),
      evidence: JSON.stringify([Math.round(km), Math.round(most)]),
      description: `It is about ${Math.round(km)} km to ${to.name}, some ${hours} hours: ${said}.`,
      position: dayNumber ?? to.index,
    };
  });
}

/** Whether somebody asked for this trip here. What comes from elsewhere may be driven as its maker meant it. */
export function isPlanned({ state: { wishes } }: TripSubject): boolean {
  return wishes.destination !== undefined || wishes.via !== undefined || wishes.constraints !== undefined;
}

/** The days on the road that are too long. */
export function longDays(subject: TripSubject): LongDay[] {
  const { itinerary, roads } = subject;
  if (itinerary === null || itinerary.mode === 'flight') return [];
  const { hours, km: said } = constraintsOf(subject.state.wishes).driving ?? {};
  const limits = [hours && hours * ROAD_KM_PER_HOUR, said].filter((limit) => limit !== undefined);
  const isSaid = limits.length > 0;
  if (!isSaid && !isPlanned(subject)) return [];
  const most = isSaid ? Math.min(...limits) : MOST_DRIVEN_KM;
  const isOnRoad = ({ anchor }: ValidStop) => {
    const by = anchor.by ?? (itinerary.mode === 'road' ? 'car' : undefined);
    return isSaid ? by === 'car' || by === 'bus' || by === 'train' : by === 'car';
  };
  const route = routeOf(subject);
  const { origin } = readingOf(subject).endpoints;
  return route.flatMap(({ stop, dayNumber }, at): LongDay[] => {
    const from = route[at - 1]?.stop;
    const start = from?.point ?? (at === 0 && dayNumber === undefined ? undefined : origin.point);
    if (start === undefined || !isOnRoad(stop)) return [];
    const km = roads.km(start, stop.point) ?? drivingKm(start, stop.point);
    if (km <= most * TOLERANCE) return [];
    return [{ from, to: stop, dayNumber, km, most, isSaid }];
  });
}

/** INV-CONSTRAINTS-KEPT: stays, days of travel and rest, and what must be seen or is not wanted are as they were said. */
export function constraintsKept(subject: TripSubject): TripFinding[] {
  if (subject.itinerary === null) return [];
  return [...brokenStays(subject), ...travelDaysKept(subject), ...unseen(subject), ...unwanted(subject)];
}

/** A stay that is longer or shorter than was said. */
export interface BrokenStay {
  readonly stop: ValidStop;
  readonly days: number;
  readonly wanted: number;
}

/** The stays that are not as they were said. */
export function staysBroken(subject: TripSubject): BrokenStay[] {
  const { validStops, view } = readingOf(subject);
  const { via = [], destination } = subject.state.wishes;
  const wishes = [...via, ...(destination ? [destination] : [])];
  return wishes.flatMap((wish, at) => {
    if (stayDays(wish) === undefined) return [];
    const isOfPlace = ({ name }: { readonly name: string }) => bareName(name) === bareName(wish.name);
    // Of a place that the trip comes back to, the last wish is about the last visit.
    const visits = validStops.filter(isOfPlace);
    const named = visits.at(-1 - wishes.slice(at + 1).filter(isOfPlace).length) ?? visits[0];
    const own = named ? [named] : validStops.filter(({ anchor }) => isInArea(anchor, wish.name));
    const stop = own.at(-1);
    if (stop === undefined || view === undefined) return [];
    const isLast = stop.index === view.stops.length - 1 && !view.itinerary.roundTrip;
    const days = view.days.filter(({ day }) => own.some(({ id }) => id === day.anchorId)).length;
    const wanted = stayDays(wish, { isLast }) ?? days;
    const isKept =
      wish.bound === 'least'
        ? days >= wanted
        : wish.bound === 'most'
          ? days <= wanted
          : days === wanted || (isLast && days === stayDays(wish));
    if (isKept) return [];
    // What is missing in an area, or too much, is so at the last stop of it.
    const atStop = view.days.filter(({ day }) => day.anchorId === stop.id).length;
    return [{ stop, days: atStop, wanted: Math.max(atStop + wanted - days, 1) }];
  });
}

function brokenStays(subject: TripSubject): TripFinding[] {
  return staysBroken(subject).map(({ stop, days, wanted }) => ({
    type: 'CONSTRAINT_BROKEN',
    target: { anchorId: stop.id, field: 'stay' },
    key: `stay:${stop.id}`,
    evidence: `${days}/${wanted}`,
    description: `${stop.name} has ${days} ${days === 1 ? 'day' : 'days'}, and you wanted ${wanted}.`,
    position: stop.index,
  }));
}

/** What must be seen and is neither a stop nor something to do. */
export function unseenSights({ state, itinerary }: TripSubject): readonly string[] {
  return (constraintsOf(state.wishes).mustSee ?? []).filter((sight) => !isSeen(sight, itinerary));
}

function unseen(subject: TripSubject): TripFinding[] {
  return unseenSights(subject).map((sight) => ({
    type: 'CONSTRAINT_BROKEN',
    target: { field: `mustSee:${sight}` },
    key: `must-see:${bareName(sight)}`,
    evidence: sight,
    description: `${sight} is not in the trip, and you want to see it.`,
  }));
}

/** Something to do that is not wanted, and the day it is on. */
export interface UnwantedActivity {
  readonly activity: Activity;
  readonly dayNumber: number;
}

/** The things to do that are not wanted. */
export function unwantedActivities({ state, itinerary }: TripSubject): UnwantedActivity[] {
  const { dislikes = [] } = constraintsOf(state.wishes);
  if (dislikes.length === 0) return [];
  return (itinerary?.days ?? []).flatMap(({ activities, number }) =>
    activities
      .filter((activity) => !activity.locked && isDisliked(activity, dislikes))
      .map((activity) => ({ activity, dayNumber: number })),
  );
}

function unwanted(subject: TripSubject): TripFinding[] {
  return unwantedActivities(subject).map(({ activity, dayNumber }) => ({
    type: 'CONSTRAINT_BROKEN',
    target: { dayNumber, field: `dislike:${activity.id}` },
    key: `dislike:${activity.id}`,
    evidence: textOf(activity.title),
    description: `"${activity.title}" on day ${dayNumber} is what you do not want.`,
    position: dayNumber,
  }));
}
