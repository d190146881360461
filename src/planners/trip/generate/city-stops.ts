import { TripError } from '../error.ts';
import { distanceKm } from '../places/geo.ts';
import type { PlannerRequest } from '../request.ts';
import { solveTrip, type TripSolution } from '../solve/solve-trip.ts';
import { distinct, type PlacedVisit, type ResolvedRequest } from './resolved-request.ts';
import type { PlannedStop } from './road-stops.ts';
import { WORTH_REORDERING } from './visit-order.ts';

const DEFAULT_STAY_DAYS = 3;
const MOST_SOLVED_CITIES = 30;

/**
 * The stops of a trip to several cities, flown or mixed: each city gets the days that were wished for it, the others share
 * the rest, and the order is the shortest that fits. The day of the journey is the first in the next city.
 */
export function cityStops(
  request: PlannerRequest,
  { origin, destination, via }: ResolvedRequest,
): PlannedStop[] {
  const cities = distinct([...via, destination]);
  const days = stayDays(request, cities);
  const solution = solved(cities, days, request, origin);
  if (!solution.ok) throw doesNotFit(solution.reasons);
  const shortest = solution.order.map(({ city, from, to }): PlannedStop => {
    const place = cities.find(({ name }, at) => cityKey(name, at) === city) ?? destination;
    return { place, days: to - from };
  });
  const named = cities.map((place, at): PlannedStop => ({ place, days: days[at] ?? 1 }));
  const stops = isWorthReordering(named, shortest, request, origin) ? shortest : named;
  const start = cities.some((city) => isSamePlace(city, origin)) ? [] : [{ place: origin, days: 0 }];
  const home = request.roundTrip ? [{ place: { ...origin, days: undefined }, days: 0 }] : [];
  return [...start, ...stops, ...home];
}

/** A city that the trip starts in and that is visited too: what it was flown into. */
function isSamePlace(city: PlacedVisit, origin: PlacedVisit): boolean {
  return distanceKm(city, origin) < 2;
}

/** The order in which cities were named is kept, unless a window or a good deal of the way speaks against it. */
function isWorthReordering(
  named: readonly PlannedStop[],
  shortest: readonly PlannedStop[],
  { roundTrip }: Pick<PlannerRequest, 'roundTrip'>,
  origin: PlacedVisit,
): boolean {
  if (named.some(({ place }) => place.window)) return true;
  const wayKm = (stops: readonly PlannedStop[]) => {
    const way = [origin, ...stops.map(({ place }) => place), ...(roundTrip ? [origin] : [])];
    return way.reduce((sum, place, at) => sum + distanceKm(way[at - 1] ?? origin, place), 0);
  };
  return wayKm(shortest) < wayKm(named) * WORTH_REORDERING;
}

function solved(
  cities: readonly PlacedVisit[],
  days: readonly number[],
  { via, roundTrip }: PlannerRequest,
  origin: PlacedVisit,
): TripSolution {
  if (cities.length > MOST_SOLVED_CITIES) {
    throw doesNotFit([
      `${cities.length} cities are more than can be put in order: at most ${MOST_SOLVED_CITIES}.`,
    ]);
  }
  const keys = cities.map(({ name }, at) => cityKey(name, at));
  const connections = cities.flatMap((from, i) =>
    cities.flatMap((to, j): (readonly [string, string, number])[] =>
      i === j ? [] : [[keys[i] ?? '', keys[j] ?? '', Math.round(distanceKm(from, to))]],
    ),
  );
  // To the solver a day of travel counts for both cities: each stay ends with one, the last with the way home.
  const problem = {
    totalDays: days.reduce((sum, count) => sum + count, 0) + 1,
    stays: cities.map(({ window }, at) => ({
      city: keys[at] ?? '',
      days: (days[at] ?? 1) + 1,
      ...(window && { window }),
    })),
    connections,
  };
  const last = keys.at(-1);
  // A destination is where the trip ends, unless it is one of several cities that a round trip visits.
  const isOpen = roundTrip || via.length === 0 || last === undefined;
  const start = nearest(cities, keys, origin);
  const isSpanned = !isOpen && start !== undefined && start !== last;
  const spanned = isSpanned ? solveTrip({ ...problem, start, end: last }) : undefined;
  if (spanned?.ok) return spanned;
  const ended = isOpen ? undefined : solveTrip({ ...problem, end: last });
  if (ended?.ok) return ended;
  const begun = start === undefined ? undefined : solveTrip({ ...problem, start });
  return begun?.ok ? begun : solveTrip(problem);
}

function nearest(
  cities: readonly PlacedVisit[],
  keys: readonly string[],
  origin: PlacedVisit,
): string | undefined {
  const order = cities.map((city, at) => ({ key: keys[at], km: distanceKm(city, origin) }));
  return order.toSorted((a, b) => a.km - b.km)[0]?.key;
}

/** Two cities of one name are told apart by their place in the list. */
function cityKey(name: string, at: number): string {
  return `${name}#${at}`;
}

/** What was wished for; the others share what is left, or else the longest stay takes it. */
function stayDays({ days: total }: PlannerRequest, cities: readonly PlacedVisit[]): number[] {
  const wished = cities.map(({ days }) => days);
  if (total === undefined) return wished.map((days = DEFAULT_STAY_DAYS) => days);
  const open = wished.filter((days) => days === undefined).length;
  const taken = wished.reduce<number>((sum, days = 0) => sum + days, 0);
  const left = total - taken;
  if (left < open) throw doesNotFit([tooFewDays(total, taken, open)]);
  if (open === 0) {
    const longest = wished.indexOf(Math.max(...wished.map((days = 0) => days)));
    return wished.map((days = 0, at) => (at === longest ? days + left : days));
  }
  let extra = left % open;
  return wished.map((days) => days ?? Math.floor(left / open) + (extra-- > 0 ? 1 : 0));
}

function tooFewDays(total: number, taken: number, open: number): string {
  const stays = taken > 0 ? ` The stays that were asked for take ${taken} of them.` : '';
  const others =
    open > 0 ? ` ${open} more ${open === 1 ? 'city needs' : 'cities need'} at least a day each.` : '';
  return `The trip has ${total} ${total === 1 ? 'day' : 'days'}.${stays}${others}`;
}

function doesNotFit(reasons: readonly string[]): TripError {
  return new TripError('trip-does-not-fit', {
    expected: 'stays, days and windows that fit together',
    actual: reasons.join(' '),
    fix: 'Change the length of the trip or of a stay, or leave a city out.',
    reasons,
  });
}
