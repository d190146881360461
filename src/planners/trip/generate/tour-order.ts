import { distanceKm, type Point, wayKm } from '../places/geo.ts';
import type { PlacedVisit } from './resolved-request.ts';
import { visitOrder } from './visit-order.ts';

/** Where a tour begins and ends, as far as that was said. */
export interface TourEnds {
  readonly origin?: PlacedVisit | undefined;
  readonly end?: PlacedVisit | undefined;
  readonly roundTrip: boolean;
  /** Whether the origin is one of the stops. */
  readonly isInside: boolean;
}

/** The stops in the order of the way. */
export function inOrder(
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

/** So many people make a city with an airport. */
const CITY_PEOPLE = 30_000;
/** Beginning at a city may make the way so many times as long as it has to be. */
const LONGER_FROM_CITY = 1.5;

/** Where one arrives: the largest city, unless the way from another stop is far shorter. */
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

/** Stops in the order of the way from one stop to another, as far as there are such. */
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

/** For so few stops every end is tried. */
const FEW_STOPS = 7;

/** The shortest way through all stops; it ends where it began, or at whichever stop makes it shortest. */
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

/** Where a way through all stops best begins: the stop that is farthest from the middle of them. */
function outermost(stops: readonly PlacedVisit[]): PlacedVisit {
  const sum = (stop: Point) => stops.reduce((km, other) => km + distanceKm(stop, other), 0);
  return stops.reduce((best, stop) => (sum(stop) > sum(best) ? stop : best));
}

function farthestFrom(start: PlacedVisit, stops: readonly PlacedVisit[]): PlacedVisit {
  return stops.reduce((far, stop) => (distanceKm(stop, start) > distanceKm(far, start) ? stop : far), start);
}
