import { distanceKm, type Point, wayKm } from '../places/geo.ts';
import type { PlacedVisit } from './resolved-request.ts';
import { visitOrder } from './visit-order.ts';

/** The given start and end of a tour. */
export interface TourEnds {
  readonly origin?: PlacedVisit | undefined;
  readonly end?: PlacedVisit | undefined;
  readonly roundTrip: boolean;
  /** Whether the origin is one of the stops. */
  readonly isInside: boolean;
}

/** The given order is kept if the route is at most this many times the shortest. */
const WORTH_KEEPING = 1.3;

/** The stops in the order of the route, named ones in the given order. */
export function inOrder(chosen: readonly PlacedVisit[], ends: TourEnds): readonly PlacedVisit[] {
  const free = shortestOrder(chosen, ends);
  const { origin, roundTrip, isInside } = ends;
  const start = origin && !isInside ? [origin] : [];
  const lengthOf = (order: readonly PlacedVisit[]) =>
    wayKm([...start, ...order, ...(roundTrip ? (origin ? [origin] : order.slice(0, 1)) : [])]);
  const kept = orderAsNamed(chosen, ends, lengthOf);
  return kept !== undefined && lengthOf(kept) <= lengthOf(free) * WORTH_KEEPING ? kept : free;
}

/** The named stops in order, with the others inserted where they lengthen the route least. */
function orderAsNamed(
  chosen: readonly PlacedVisit[],
  { origin, end, isInside }: TourEnds,
  lengthOf: (order: readonly PlacedVisit[]) => number,
): readonly PlacedVisit[] | undefined {
  const inner = chosen.filter((stop) => stop !== origin && stop !== end);
  const named = inner.filter(({ isChosen }) => isChosen !== true);
  if (named.length < 2) return undefined;
  let order = [...(origin && isInside ? [origin] : []), ...named, ...(end ? [end] : [])];
  for (const stop of inner.filter((other) => !named.includes(other))) {
    // The tour starts at the given place, or in a larger city.
    const isArrival = origin === undefined && stop.population > (order[0]?.population ?? 0);
    const first = isArrival || (origin && !isInside) ? 0 : 1;
    const last = order.length - (end ? 1 : 0);
    const options = Array.from({ length: last - first + 1 }, (_, at) => order.toSpliced(first + at, 0, stop));
    order = options.reduce((a, b) => (lengthOf(b) < lengthOf(a) ? b : a));
  }
  return order;
}

function shortestOrder(
  chosen: readonly PlacedVisit[],
  { origin, end, roundTrip, isInside }: TourEnds,
): readonly PlacedVisit[] {
  const others = chosen.filter((stop) => stop !== origin && stop !== end);
  if (origin === undefined && chosen.length === 0) return [];
  const start = origin ?? startOf(chosen, roundTrip);
  const inner = others.filter((stop) => stop !== start);
  const order = end ? [...visitOrder(start, end, inner, 1), end] : openOrder(start, inner, roundTrip);
  return origin === undefined || isInside ? [start, ...order] : order;
}

/** The population of a city with an airport. */
const CITY_PEOPLE = 30_000;
/** The maximum factor by which starting at a city may lengthen the route. */
const LONGER_FROM_CITY = 1.5;

/** The place of arrival: the largest city, unless the route from another stop is far shorter. */
function startOf(stops: readonly PlacedVisit[], roundTrip: boolean): PlacedVisit {
  const outer = outermost(stops);
  const city = stops.reduce((a, b) => (b.population > a.population ? b : a), outer);
  const lengthFrom = (start: PlacedVisit) =>
    wayKm([
      start,
      ...openOrder(
        start,
        stops.filter((stop) => stop !== start),
        roundTrip,
      ),
    ]);
  const isCity = city.population >= CITY_PEOPLE && lengthFrom(city) <= lengthFrom(outer) * LONGER_FROM_CITY;
  return isCity ? city : outer;
}

/** The stops in the order of the route between the given ends. */
export function orderBetween(
  before: PlacedVisit | undefined,
  stops: readonly PlacedVisit[],
  after: PlacedVisit | undefined,
): readonly PlacedVisit[] {
  if (before && after) return visitOrder(before, after, stops, 1);
  if (before) return openOrder(before, stops, false);
  if (after) return openOrder(after, stops, false).toReversed();
  return inOrder(stops, { roundTrip: false, isInside: false });
}

/** Up to this many stops, every end is tried. */
const FEW_STOPS = 7;

/** The shortest route through all stops, back to the start or to the best end. */
function openOrder(
  start: PlacedVisit,
  stops: readonly PlacedVisit[],
  roundTrip: boolean,
): readonly PlacedVisit[] {
  if (roundTrip) return visitOrder(start, start, stops, 1);
  const ends = stops.length > FEW_STOPS ? [farthestFrom(start, stops)] : stops;
  const orders = ends.map((end) => visitOrder(start, end, stops, 1));
  const [shortest = stops] = orders.toSorted((a, b) => wayKm([start, ...a]) - wayKm([start, ...b]));
  return shortest;
}

/** The best start of a route: the stop farthest from the middle. */
function outermost(stops: readonly PlacedVisit[]): PlacedVisit {
  const sum = (stop: Point) => stops.reduce((km, other) => km + distanceKm(stop, other), 0);
  return stops.reduce((best, stop) => (sum(stop) > sum(best) ? stop : best));
}

function farthestFrom(start: PlacedVisit, stops: readonly PlacedVisit[]): PlacedVisit {
  return stops.reduce((far, stop) => (distanceKm(stop, start) > distanceKm(far, start) ? stop : far), start);
}
