import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import { distanceKm, drivingKm, drivingWayKm, type Point } from '../places/geo.ts';
import type { NamedRoute } from '../places/named-routes.ts';
import type { PlaceCandidate } from '../places/place-candidate.ts';
import type { TravelMeans } from '../requirements/constraints.ts';
import type { PlannerRequest } from '../requirements/planner-request.ts';
import { restDays } from './stay-lengths.ts';

/** The maximum average distance per day. */
const DAY_KM: Readonly<Record<TravelMeans, number>> = {
  car: 380,
  train: 700,
  bus: 400,
  ferry: 400,
  flight: 1500,
  bike: 85,
  foot: 27,
};
/** Days at each stop, by pace. By bike or on foot, every day ends somewhere else. */
const DAYS_A_STOP = {
  car: { slow: 2.2, normal: 1.3, fast: 1.1 },
  carried: { slow: 3, normal: 2, fast: 1.4 },
} as const;
/** A town for an overnight stay on foot or by bike, this close to the route. */
const STAGE = { withinKm: 10, minPopulation: 150, limit: 60 } as const;
/** The cost of travelling two days' distance in one, in renown. */
const LONG_DAY_COST = 60;
/** The maximum distance between a trip and the nearest stop of its route. */
const JOINS_KM = 60;

/** A part of a route in the direction of travel. */
export interface RoutePart {
  readonly stops: readonly PlaceCandidate[];
  /** Whether it ends where it starts. */
  readonly isLoop: boolean;
}

/** Whether every day ends somewhere else, as by bike and on foot. */
export function isByOwnForce(by: TravelMeans): boolean {
  return by === 'bike' || by === 'foot';
}

/**
 * The part of a route between the start and end of a trip, as far as these are on it. A place beside the route joins at
 * the nearer end; from a place on it, the longer part counts.
 */
export function partBetween(
  { stops, isLoop }: NamedRoute,
  start: Point | undefined,
  end: Point | undefined,
): RoutePart {
  const from = start && nearestTo(start, stops);
  const to = end && nearestTo(end, stops);
  if (isLoop) return partOfLoop(stops, from?.at ?? 0, to?.isNear ? to.at : undefined);
  const last = stops.length - 1;
  const first = from?.isNear ? from.at : undefined;
  const goal = to?.isNear ? to.at : undefined;
  if (first !== undefined && goal !== undefined && first !== goal) return between(stops, first, goal);
  const joined = from && goal !== undefined && goal !== from.at && joinsAt(start, from.at, goal, stops);
  if (joined === true) return between(stops, from.at, goal);
  if (first !== undefined) return between(stops, first, isNearerEnd(first, last, end, stops) ? 0 : last);
  if (goal !== undefined) return between(stops, isNearerEnd(goal, last, start, stops) ? 0 : last, goal);
  const isBackwards = isReversed(stops, start, end);
  return isBackwards ? between(stops, last, 0) : between(stops, 0, last);
}

function nearestTo(point: Point, stops: readonly Point[]): { readonly at: number; readonly isNear: boolean } {
  const away = stops.map((stop) => distanceKm(stop, point));
  const least = Math.min(...away);
  return { at: away.indexOf(least), isNear: least <= JOINS_KM };
}

/** How many times farther it has to be to the end than to the route for a trip to join it in the middle. */
const FARTHER_TO_END = 2.5;

/** "The Trans-Canada from Toronto to Vancouver": the way to the route is short beside the rest. */
function joinsAt(start: Point, at: number, goal: number, stops: readonly Point[]): boolean {
  const [joint, end] = [stops[at], stops[goal]];
  if (joint === undefined || end === undefined) return false;
  return distanceKm(start, joint) * FARTHER_TO_END < distanceKm(start, end);
}

/**
 * Which end of a route to travel to from a stop in the middle: the one of the longer part, or the one near the next
 * destination.
 */
function isNearerEnd(at: number, last: number, other: Point | undefined, stops: readonly Point[]): boolean {
  const [first, final] = [stops[0], stops[last]];
  if (at === 0 || at === last || other === undefined || first === undefined || final === undefined) {
    return at > last / 2;
  }
  return distanceKm(first, other) < distanceKm(final, other);
}

function isReversed(stops: readonly Point[], start: Point | undefined, end: Point | undefined): boolean {
  const [first, last] = [stops[0], stops.at(-1)];
  if (first === undefined || last === undefined) return false;
  if (start !== undefined) return distanceKm(last, start) < distanceKm(first, start);
  return end !== undefined && distanceKm(first, end) < distanceKm(last, end);
}

function between(stops: readonly PlaceCandidate[], from: number, to: number): RoutePart {
  const part = stops.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { stops: from > to ? part.toReversed() : part, isLoop: false };
}

function partOfLoop(stops: readonly PlaceCandidate[], from: number, to: number | undefined): RoutePart {
  const turned = [...stops.slice(from), ...stops.slice(0, from)];
  if (to === undefined || to === from) return { stops: turned, isLoop: true };
  const end = (to - from + stops.length) % stops.length;
  return { stops: turned.slice(0, end + 1), isLoop: false };
}

/** The input for choosing stops of a route. */
export interface RouteChoice {
  readonly by: TravelMeans;
  readonly request: Pick<PlannerRequest, 'days' | 'constraints'>;
  /** The number of days at places off the route. */
  readonly daysElsewhere: number;
  readonly isStartFixed: boolean;
  readonly isEndFixed: boolean;
  /** Whether the end of the route matters more than its start. */
  readonly isForItsEnd: boolean;
  /** Stops at these places are kept. */
  readonly kept: readonly Point[];
}

/** The stops of a route that there is time for: the most interesting ones, at reasonable distances. */
export function stopsInTime(part: RoutePart, choice: RouteChoice, places: PlaceKnowledge): RoutePart {
  const { by, request, daysElsewhere } = choice;
  const days = request.days === undefined ? undefined : Math.max(request.days - daysElsewhere, 1);
  const fitting = days === undefined ? part : withinReach(part, days * DAY_KM[by], choice);
  const stops = isByOwnForce(by) ? withStages(fitting.stops, DAY_KM[by], places) : fitting.stops;
  const count = days === undefined ? stops.length : stopCount(days, choice);
  return { ...fitting, stops: thinned(stops, Math.max(count, 1), choice) };
}

function stopCount(days: number, { by, request }: RouteChoice): number {
  const { cities, bases, pace = 'normal' } = request.constraints ?? {};
  if (cities !== undefined) return cities;
  const each = isByOwnForce(by) ? 1 : DAYS_A_STOP[by === 'car' ? 'car' : 'carried'][pace];
  const rest = restDays(days, request.constraints?.rest);
  // Days of rest are no stops, and who rests on the way rests at its end too.
  const moving = days - (rest > 0 ? rest + 1 : 0);
  return Math.min(Math.max(Math.round(moving / each), 1), bases ?? Number.POSITIVE_INFINITY);
}

/** The part of a route within the possible distance: the one that leads on, or the one with most to see. */
function withinReach(part: RoutePart, km: number, choice: RouteChoice): RoutePart {
  const { isStartFixed, isEndFixed, isForItsEnd } = choice;
  const [first] = part.stops;
  const whole = [...part.stops, ...(part.isLoop && first ? [first] : [])];
  if (drivingWayKm(whole) <= km || (isStartFixed && isEndFixed)) return part;
  const { stops } = part;
  const windows = stops.flatMap((_, from) => {
    let to = from + 1;
    while (to < stops.length && drivingWayKm(stops.slice(from, to + 1)) <= km) to++;
    return [{ from, to }];
  });
  const isLeft = ({ from, to }: (typeof windows)[number]) =>
    isStartFixed ? from === 0 : isEndFixed || isForItsEnd ? to === stops.length : true;
  const worth = ({ from, to }: (typeof windows)[number]) =>
    stops.slice(from, to).reduce((sum, { renown = 0 }) => sum + renown, 0);
  const [best = { from: 0, to: stops.length }] = windows
    .filter(isLeft)
    .toSorted((a, b) => worth(b) - worth(a) || a.from - b.from);
  return { stops: stops.slice(best.from, best.to), isLoop: false };
}

/** Adds towns between stops that are more than a day apart on foot or by bike. */
function withStages(
  stops: readonly PlaceCandidate[],
  dayKm: number,
  places: PlaceKnowledge,
): readonly PlaceCandidate[] {
  return stops.flatMap((to, at) => {
    const from = stops[at - 1];
    return from === undefined ? [to] : [...stagesBetween(from, to, dayKm, places), to];
  });
}

function stagesBetween(
  from: PlaceCandidate,
  to: PlaceCandidate,
  dayKm: number,
  places: PlaceKnowledge,
): PlaceCandidate[] {
  const count = Math.ceil(drivingKm(from, to) / dayKm) - 1;
  if (count < 1) return [];
  const length = distanceKm(from, to);
  const towns = places.along({ way: [from, to], ...STAGE });
  const chosen = new Set(
    Array.from({ length: count }, (_, at) => (length * (at + 1)) / (count + 1)).flatMap((wanted) => {
      const near = towns.filter(({ alongKm }) => Math.abs(alongKm - wanted) < length / (count + 1) / 2);
      return near.toSorted((a, b) => Math.abs(a.alongKm - wanted) - Math.abs(b.alongKm - wanted))[0] ?? [];
    }),
  );
  return [...chosen].map((town) => ({ ...town, match: 'name', reason: 'it is on the way' }));
}

/** Drops one stop after the other, each time the least valuable: little known, or close to another. */
function thinned(
  stops: readonly PlaceCandidate[],
  count: number,
  { by, kept, isStartFixed, isEndFixed }: RouteChoice,
): readonly PlaceCandidate[] {
  const left = [...stops];
  const even = drivingWayKm(stops) / Math.max(count, 1);
  const isKept = (stop: Point) => kept.some((point) => distanceKm(point, stop) <= JOINS_KM / 3);
  const loss = (at: number) => {
    const [before, stop, after] = [left[at - 1], left[at], left[at + 1]];
    if (stop === undefined) return 0;
    const legs = [before, after].flatMap((other) => (other ? [drivingKm(stop, other)] : []));
    const isApart = Math.min(Math.min(...legs) / even, 1);
    const leg = before && after ? drivingKm(before, after) : 0;
    return (stop.renown ?? 0) * isApart + Math.max(leg / DAY_KM[by] - 1, 0) * LONG_DAY_COST;
  };
  // The start and the end of a trip are not stops on the way. By bike, the last night is at the end.
  const most = count + Number(isStartFixed) + Number(isEndFixed && by !== 'bike');
  while (left.length > most) {
    const inner = [...left.keys()].filter((at) => {
      const isEnd = at === 0 || at === left.length - 1;
      const stop = left[at];
      return !(isEnd && most > 1) && stop !== undefined && !isKept(stop);
    });
    if (inner.length === 0) break;
    left.splice(
      inner.reduce((a, b) => (loss(b) < loss(a) ? b : a)),
      1,
    );
  }
  return left;
}
