import { distanceKm, type Point } from '../places/geo.ts';

/** Above this number, stops are ordered by local search instead of trying every order. */
const EXACT_ORDER_STOPS = 9;
/** The given order is kept unless another one is at most this share of its length. */
export const WORTH_REORDERING = 0.9;
/** The same on a round trip, whose stops are often named in no order. */
export const WORTH_REORDERING_LOOP = 0.85;
/** The same on a tour, where only the stops were given. */
export const WORTH_REORDERING_TOUR = 0.7;

/**
 * The stops between two points in the order of the shortest route, or as given unless that shortens it to less than
 * `worth` of its length.
 */
export function visitOrder<Stop extends Point>(
  from: Point,
  to: Point,
  stops: readonly Stop[],
  worth = WORTH_REORDERING,
): readonly Stop[] {
  if (stops.length < 2) return stops;
  const best = stops.length <= EXACT_ORDER_STOPS ? shortest(from, to, stops) : improved(from, to, stops);
  return lengthOf(from, to, best) < lengthOf(from, to, stops) * worth ? best : stops;
}

function lengthOf(from: Point, to: Point, stops: readonly Point[]): number {
  let [sum, at] = [0, from];
  for (const stop of [...stops, to]) {
    sum += distanceKm(at, stop);
    at = stop;
  }
  return sum;
}

/** Depth-first search with pruning. */
function shortest<Stop extends Point>(from: Point, to: Point, stops: readonly Stop[]): readonly Stop[] {
  let best = stops;
  let least = lengthOf(from, to, stops);
  const walk = (at: Point, rest: readonly Stop[], done: readonly Stop[], length: number): void => {
    if (length >= least) return;
    if (rest.length === 0) {
      const whole = length + distanceKm(at, to);
      if (whole < least) [best, least] = [done, whole];
      return;
    }
    const nearest = rest.toSorted((a, b) => distanceKm(at, a) - distanceKm(at, b));
    for (const next of nearest) {
      walk(
        next,
        rest.filter((other) => other !== next),
        [...done, next],
        length + distanceKm(at, next),
      );
    }
  };
  walk(from, stops, [], 0);
  return best;
}

/** Reverses sections as long as that shortens the route (2-opt). */
function improved<Stop extends Point>(from: Point, to: Point, stops: readonly Stop[]): readonly Stop[] {
  let best = stops;
  for (let round = 0; round < 50; round++) {
    let isBetter = false;
    for (let i = 0; i < best.length - 1; i++) {
      for (let j = i + 1; j < best.length; j++) {
        const turned = [...best.slice(0, i), ...best.slice(i, j + 1).toReversed(), ...best.slice(j + 1)];
        if (lengthOf(from, to, turned) < lengthOf(from, to, best) - 1e-6) [best, isBetter] = [turned, true];
      }
    }
    if (!isBetter) break;
  }
  return best;
}
