import { distanceKm, type Point } from '../places/geo.ts';
import { SAME_PLACE_KM } from './anchor-unique.ts';
import { namedStops } from './named-stops.ts';
import { readingOf, type TripFinding, type TripSubject, type ValidStop, validStopOf } from './subject.ts';

/** How much farther from the destination a day may be than the day before: 20 miles. */
export const REGRESSION_KM = 32;

/** A stop of the route, with the day of arrival. */
export interface RoutePoint {
  readonly stop: ValidStop;
  readonly dayNumber: number | undefined;
}

/** A leg that leads away from its goal. */
interface Regression {
  readonly from: RoutePoint;
  readonly to: RoutePoint;
  readonly km: number;
  readonly goal: string;
}

/** INV-ROUTE-MONOTONIC: on a road trip each day comes nearer to the destination, with a tolerance of 20 miles. */
export function routeMonotonic(subject: TripSubject): TripFinding[] {
  const { legs, regressions } = regressionsIn(subject);
  if (regressions.length === 0) return [];
  if (regressions.length * 2 > legs) {
    return [
      {
        type: 'ROUTE_NON_MONOTONIC',
        target: { field: 'direction' },
        key: 'direction',
        evidence: regressions.map(({ to }) => to.stop.id).join(','),
        description: `${regressions.length} of ${legs} legs lead away from ${regressions[0]?.goal}.`,
      },
    ];
  }
  const visits = new Map<string, number>();
  return regressions.map(({ from, to, km, goal }) => ({
    type: 'ROUTE_NON_MONOTONIC',
    target: { anchorId: to.stop.id, ...(to.dayNumber !== undefined && { dayNumber: to.dayNumber }) },
    key: visitKey(to.stop.id, visits),
    evidence: JSON.stringify([from.stop.id, from.stop.point, to.stop.point]),
    description: `${to.stop.name} is ${Math.round(km)} km farther from ${goal} than ${from.stop.name} the day before.`,
    position: to.dayNumber ?? to.stop.index,
  }));
}

/** A key for each visit, because a stop can be reached in the wrong direction more than once. */
export function visitKey(anchorId: string, visits: Map<string, number>): string {
  const visit = (visits.get(anchorId) ?? 0) + 1;
  visits.set(anchorId, visit);
  return visit === 1 ? anchorId : `${anchorId}:${visit}`;
}

/** The number of legs of a road trip, and those that lead back. */
function regressionsIn(subject: TripSubject): { legs: number; regressions: Regression[] } {
  const { itinerary } = subject;
  if (itinerary?.mode !== 'road' || itinerary.tour) return { legs: 0, regressions: [] };
  const route = routeOf(subject);
  const goals = goalsOf(subject, route);
  const regressions: Regression[] = [];
  for (let at = 1; at < route.length; at++) {
    const [from, to, goal] = [route[at - 1], route[at], goals[at]];
    if (!from || !to || !goal) continue;
    const km = distanceKm(to.stop.point, goal.point) - distanceKm(from.stop.point, goal.point);
    if (km > REGRESSION_KM) regressions.push({ from, to, km, goal: goal.name });
  }
  return { legs: Math.max(route.length - 1, 0), regressions };
}

/** The stops in the order of arrival. A stay of several days counts once. */
export function routeOf(subject: TripSubject): RoutePoint[] {
  const reading = readingOf(subject);
  const { view, validStops } = reading;
  if (view === undefined || view.days.length === 0) {
    return validStops.map((stop) => ({ stop, dayNumber: undefined }));
  }
  const route: RoutePoint[] = [];
  for (const day of view.days) {
    const stop = validStopOf(day, reading);
    if (stop && route.at(-1)?.stop !== stop) route.push({ stop, dayNumber: day.day.number });
  }
  // The first stop may have no day: the trip only starts there.
  const [first] = validStops;
  const hasDay = first && view.days.some(({ stop }) => stop?.id === first.id);
  if (first && !hasDay && first.index === 0) route.unshift({ stop: first, dayNumber: undefined });
  return route;
}

interface Goal {
  readonly name: string;
  readonly point: Point;
}

/** The goal of each leg: the next named stop; after the last one the destination or, on a round trip, out and home. */
function goalsOf(subject: TripSubject, route: readonly RoutePoint[]): (Goal | undefined)[] {
  const ends = endGoals(subject, route);
  const isTurned = route[0]?.stop.end !== 'origin' && route.at(-1)?.stop.end === undefined;
  const named = !isTurned && subject.state.requirements.via?.length ? namedStops(subject) : new Set<string>();
  if (named.size === 0) return ends;
  let next: Goal | undefined;
  return route
    .map(({ stop }, at) => ({ stop, end: ends[at] }))
    .toReversed()
    .map(({ stop, end }) => {
      if (named.has(stop.id)) next = { name: stop.name, point: stop.point };
      return next ?? end;
    })
    .toReversed();
}

function endGoals(subject: TripSubject, route: readonly RoutePoint[]): (Goal | undefined)[] {
  const { endpoints } = readingOf(subject);
  const { origin, destination } = endpoints;
  const isReturn =
    origin.point !== undefined &&
    destination.point !== undefined &&
    distanceKm(origin.point, destination.point) <= SAME_PLACE_KM;
  if (!subject.itinerary?.roundTrip && !isReturn) {
    const goal = destination.point && {
      name: destination.place?.name ?? 'the destination',
      point: destination.point,
    };
    return route.map(() => goal);
  }
  const home = origin.point ?? route[0]?.stop.point;
  if (home === undefined) return route.map(() => undefined);
  const turn = farthest(route, home);
  const far = route[turn];
  return route.map((_, at) => {
    if (at <= turn) return far && { name: far.stop.name, point: far.stop.point };
    return { name: origin.place?.name ?? 'home', point: home };
  });
}

function farthest(route: readonly RoutePoint[], home: Point): number {
  let [turn, most] = [0, -1];
  for (const [at, { stop }] of route.entries()) {
    const km = distanceKm(home, stop.point);
    if (km > most) [turn, most] = [at, km];
  }
  return turn;
}
