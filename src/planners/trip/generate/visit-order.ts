import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import { distanceKm, drivingKm, type Point } from '../places/geo.ts';

/** Above this number, stops are ordered by local search instead of trying every order. */
const EXACT_ORDER_STOPS = 9;
/** The given order is kept unless another one is at most this share of its length. */
export const WORTH_REORDERING = 0.9;
/** The same on a round trip, whose stops are often named in no order. */
export const WORTH_REORDERING_LOOP = 0.85;
/** The same on a tour, where only the stops were given. */
export const WORTH_REORDERING_TOUR = 0.7;

/** How far it is from one point to another, in any unit. */
export type Distance = (from: Point, to: Point) => number;

/** A ferry, with the waiting, takes as long as driving so far for each hour on the water. */
const KM_A_FERRY_HOUR = 110;

/** How far it is by road and ferry, so that stops on one side of the water follow each other. */
export function byRoad({ crossing }: Pick<PlaceKnowledge, 'crossing'>): Distance {
  if (crossing === undefined) return distanceKm;
  const known = new Map<Point, Map<Point, number>>();
  return (from, to) => {
    const others = known.get(from) ?? new Map<Point, number>();
    known.set(from, others);
    const before = others.get(to);
    if (before !== undefined) return before;
    const { type, drivingKm: km, ferryHours } = crossing(from, to, { cars: true });
    const isKnown = type !== 'none' && type !== 'unknown';
    const length = isKnown ? km + ferryHours * KM_A_FERRY_HOUR : drivingKm(from, to);
    others.set(to, length);
    return length;
  };
}

/**
 * The stops between two points in the order of the shortest route, or as given unless that shortens it to less than
 * `worth` of its length.
 */
export function visitOrder<Stop extends Point>(
  from: Point,
  to: Point,
  stops: readonly Stop[],
  worth = WORTH_REORDERING,
  distance: Distance = distanceKm,
): readonly Stop[] {
  if (stops.length < 2) return stops;
  const lengthOf = (order: readonly Stop[]) => {
    let [sum, at]: [number, Point] = [0, from];
    for (const stop of [...order, to]) {
      sum += distance(at, stop);
      at = stop;
    }
    return sum;
  };
  const best =
    stops.length <= EXACT_ORDER_STOPS
      ? shortest({ from, to, stops, distance, length: lengthOf(stops) })
      : improved(stops, lengthOf);
  return lengthOf(best) < lengthOf(stops) * worth ? best : stops;
}

interface Stretch<Stop> {
  readonly from: Point;
  readonly to: Point;
  readonly stops: readonly Stop[];
  readonly distance: Distance;
  /** The length in the given order. */
  readonly length: number;
}

/** Depth-first search with pruning. */
function shortest<Stop extends Point>({
  from,
  to,
  stops,
  distance,
  length: given,
}: Stretch<Stop>): readonly Stop[] {
  let best = stops;
  let least = given;
  const walk = (at: Point, rest: readonly Stop[], done: readonly Stop[], length: number): void => {
    if (length >= least) return;
    if (rest.length === 0) {
      const whole = length + distance(at, to);
      if (whole < least) [best, least] = [done, whole];
      return;
    }
    const nearest = rest.toSorted((a, b) => distance(at, a) - distance(at, b));
    for (const next of nearest) {
      walk(
        next,
        rest.filter((other) => other !== next),
        [...done, next],
        length + distance(at, next),
      );
    }
  };
  walk(from, stops, [], 0);
  return best;
}

/** Reverses sections as long as that shortens the route (2-opt). */
function improved<Stop extends Point>(
  stops: readonly Stop[],
  lengthOf: (order: readonly Stop[]) => number,
): readonly Stop[] {
  let best = stops;
  for (let round = 0; round < 50; round++) {
    let isBetter = false;
    for (let i = 0; i < best.length - 1; i++) {
      for (let j = i + 1; j < best.length; j++) {
        const turned = [...best.slice(0, i), ...best.slice(i, j + 1).toReversed(), ...best.slice(j + 1)];
        if (lengthOf(turned) < lengthOf(best) - 1e-6) [best, isBetter] = [turned, true];
      }
    }
    if (!isBetter) break;
  }
  return best;
}
