import { isDisliked } from '../fixes/dislikes.ts';
import { isSeen } from '../generate/must-sees.ts';
import type { Activity } from '../itinerary/itinerary.ts';
import { bareName, isInArea } from '../itinerary/itinerary-view.ts';
import { textOf } from '../knowledge/text-of.ts';
import { drivingKm, ROAD_KM_PER_HOUR } from '../places/geo.ts';
import { isCounted, ratesOf, rateText, surplusOn } from '../requirements/day-rates.ts';
import { openDaysOf } from '../requirements/planner-request.ts';
import { constraintsOf, stayDays } from '../requirements/requirements.ts';
import { routeOf, visitKey } from './route-monotonic.ts';
import { readingOf, type TripFinding, type TripSubject, type ValidStop } from './subject.ts';
import { travelDaysKept } from './travel-days.ts';

/** The longest drive in a day, unless the traveller asked for more. */
export const MAX_DRIVEN_KM = 900;
/** Distances are estimates, so a limit may be exceeded by this factor. */
const TOLERANCE = 1.05;

/** A day with more driving than allowed. */
export interface LongDay {
  readonly from: ValidStop | undefined;
  readonly to: ValidStop;
  readonly dayNumber: number | undefined;
  readonly km: number;
  readonly most: number;
  readonly isSaid: boolean;
}

/**
 * INV-DRIVE-BEARABLE: no day has more driving than the traveller allows or, without a limit, than anybody would drive.
 */
export function driveBearable(subject: TripSubject): TripFinding[] {
  const visits = new Map<string, number>();
  return longDays(subject).map(({ to, dayNumber, km, most, isSaid }) => {
    const hours = Math.round((km / ROAD_KM_PER_HOUR) * 2) / 2;
    const limit = isSaid
      ? `more than the ${Math.round(most)} km a day that you want`
      : 'more than most drive in a day';
    return {
      type: 'DRIVE_TOO_LONG',
      target: { anchorId: to.id, ...(dayNumber !== undefined && { dayNumber }) },
      key: visitKey(to.id, visits),
      evidence: JSON.stringify([Math.round(km), Math.round(most)]),
      description: `It is about ${Math.round(km)} km to ${to.name}, some ${hours} hours: ${limit}.`,
      position: dayNumber ?? to.index,
    };
  });
}

/** Whether the trip was planned here on request. The drives of an imported trip may be intended. */
export function isPlanned({ state: { requirements } }: TripSubject): boolean {
  return (
    requirements.destination !== undefined ||
    requirements.via !== undefined ||
    requirements.constraints !== undefined
  );
}

/** The days with too much driving. */
export function longDays(subject: TripSubject): LongDay[] {
  const { itinerary, roads } = subject;
  if (itinerary === null || itinerary.mode === 'flight') return [];
  const { hours, km: limitKm } = constraintsOf(subject.state.requirements).driving ?? {};
  const limits = [hours && hours * ROAD_KM_PER_HOUR, limitKm].filter((limit) => limit !== undefined);
  const isSaid = limits.length > 0;
  if (!isSaid && !isPlanned(subject)) return [];
  const most = isSaid ? Math.min(...limits) : MAX_DRIVEN_KM;
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

/** INV-CONSTRAINTS-KEPT: stays, travel and rest days, must-sees, dislikes and things a day are as requested. */
export function constraintsKept(subject: TripSubject): TripFinding[] {
  if (subject.itinerary === null) return [];
  return [
    ...brokenStays(subject),
    ...travelDaysKept(subject),
    ...unseen(subject),
    ...unwanted(subject),
    ...tooMuch(subject),
  ];
}

/** A stay that is longer or shorter than requested. */
export interface BrokenStay {
  readonly stop: ValidStop;
  readonly days: number;
  readonly wanted: number;
}

/** The stays that are not as long as requested. */
export function staysBroken(subject: TripSubject): BrokenStay[] {
  const { validStops, view } = readingOf(subject);
  const { via = [], destination } = subject.state.requirements;
  const requirements = [...via, ...(destination ? [destination] : [])];
  // Days that the stays leave open are spent at the end.
  const open = openDaysOf(subject.state.requirements);
  const isOpenAtEnd = (more: number) => more > 0 && more <= open;
  return requirements.flatMap((requested, at) => {
    if (stayDays(requested) === undefined) return [];
    const isOfPlace = ({ name }: { readonly name: string }) => bareName(name) === bareName(requested.name);
    // If the trip returns to a place, the last request applies to the last visit.
    const visits = validStops.filter(isOfPlace);
    const named = visits.at(-1 - requirements.slice(at + 1).filter(isOfPlace).length) ?? visits[0];
    const own = named ? [named] : validStops.filter(({ anchor }) => isInArea(anchor, requested.name));
    const stop = own.at(-1);
    if (stop === undefined || view === undefined) return [];
    const isLast = stop.index === view.stops.length - 1 && !view.itinerary.roundTrip;
    const days = view.days.filter(({ day }) => own.some(({ id }) => id === day.anchorId)).length;
    const wanted = stayDays(requested, { isLast }) ?? days;
    const isKept =
      requested.bound === 'least'
        ? days >= wanted
        : requested.bound === 'most'
          ? days <= wanted
          : days === wanted || (isLast && (days === stayDays(requested) || isOpenAtEnd(days - wanted)));
    if (isKept) return [];
    // If an area has too many or too few days, its last stop is reported.
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

/** The must-sees that are neither a stop nor an activity. */
export function unseenSights({ state, itinerary }: TripSubject): readonly string[] {
  return (constraintsOf(state.requirements).mustSee ?? []).filter((sight) => !isSeen(sight, itinerary));
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

/** An unwanted activity, and its day. */
export interface UnwantedActivity {
  readonly activity: Activity;
  readonly dayNumber: number;
}

/** The unwanted activities. */
export function unwantedActivities({ state, itinerary }: TripSubject): UnwantedActivity[] {
  const { dislikes = [] } = constraintsOf(state.requirements);
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
    description: `"${activity.title}" on day ${dayNumber} is something that you do not want.`,
    position: dayNumber,
  }));
}

/** The activities that a day has beyond what was requested for each day. */
export function surplusActivities({ state, itinerary }: TripSubject): UnwantedActivity[] {
  const rates = ratesOf(constraintsOf(state.requirements));
  if (rates.length === 0) return [];
  return (itinerary?.days ?? []).flatMap(({ activities, number }) =>
    surplusOn(activities, rates).map((activity) => ({ activity, dayNumber: number })),
  );
}

function tooMuch(subject: TripSubject): TripFinding[] {
  const rates = ratesOf(constraintsOf(subject.state.requirements));
  return surplusActivities(subject).map(({ activity, dayNumber }) => {
    const broken = rates.filter((rate) => rate.most !== undefined && isCounted(activity, rate));
    const wanted = broken.map(rateText).join(', ');
    return {
      type: 'CONSTRAINT_BROKEN',
      target: { dayNumber, field: `perDay:${activity.id}` },
      key: `per-day:${activity.id}`,
      evidence: wanted,
      description: `With "${activity.title}", day ${dayNumber} has more than you want: ${wanted}.`,
      position: dayNumber,
    };
  });
}
