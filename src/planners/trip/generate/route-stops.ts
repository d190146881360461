import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import { distanceKm, drivingKm, drivingWayKm, type Point } from '../places/geo.ts';
import type { NamedRoute } from '../places/named-routes.ts';
import type { PlaceCandidate } from '../places/place-candidate.ts';
import type { TravelMeans } from '../wishes/constraints.ts';
import type { PlannerRequest } from '../wishes/request.ts';

/** How far one travels in a day at most, on the average of a trip. */
const DAY_KM: Readonly<Record<TravelMeans, number>> = {
  car: 380,
  train: 700,
  bus: 400,
  ferry: 400,
  flight: 1500,
  bike: 85,
  foot: 27,
};
/** Days at each stop, by how fast one likes to travel. Who rides or walks is somewhere else every day. */
const DAYS_A_STOP = {
  car: { slow: 2.2, normal: 1.3, fast: 1.1 },
  carried: { slow: 3, normal: 2, fast: 1.4 },
} as const;
/** A town where one stays between two others on foot or by bike is so near to the way. */
const STAGE = { withinKm: 10, minPopulation: 150, limit: 60 } as const;
/** What one more day's travel in one day costs, in renown. */
const LONG_DAY_COST = 60;
/** Where a trip joins a route, its nearest stop is no farther away. */
const JOINS_KM = 60;

/** A part of a route in the direction in which it is travelled. */
export interface RoutePart {
  readonly stops: readonly PlaceCandidate[];
  /** Whether it ends where it begins. */
  readonly isLoop: boolean;
}

/** Whether one moves on every day. */
export function isByOwnForce(by: TravelMeans): boolean {
  return by === 'bike' || by === 'foot';
}

/**
 * The part of a route between where a trip starts and ends, as far as these are on it. From a place beside it, one begins
 * at the nearer end; from one in the middle of it, the longer way counts.
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

/** From a stop in the middle, which end the longer part leads to, or the one beside where the trip goes on. */
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

/** What decides which stops of a route there is time for. */
export interface RouteChoice {
  readonly by: TravelMeans;
  readonly request: Pick<PlannerRequest, 'days' | 'constraints'>;
  /** So many of the days are for places that are not on the route. */
  readonly daysElsewhere: number;
  readonly isStartFixed: boolean;
  readonly isEndFixed: boolean;
  /** Whether where it leads to matters more than where it begins. */
  readonly isForItsEnd: boolean;
  /** Stops at these places stay in it. */
  readonly kept: readonly Point[];
}

/** The stops of a route that there is time for: those that offer most, at bearable distances. */
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
  return Math.min(Math.max(Math.round(days / each), 1), bases ?? Number.POSITIVE_INFINITY);
}

/** The part of a way that is no longer than what one can travel: that which leads on, or the one with most to see. */
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

/** The stops with towns between those that are farther apart than a day on foot or by bike. */
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

/** Leaves one stop after the other out, each time the one that is missed least: little known, or close to another. */
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
  // Where a trip starts or ends is no stop on the way.
  const most = count + Number(isStartFixed) + Number(isEndFixed);
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
