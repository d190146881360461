import type { ThingsToDo } from '../knowledge/things-to-do.ts';
import { distanceKm } from '../places/geo.ts';
import type { FullContext } from '../planner-context.ts';
import { type PlannerRequest, returnDays } from '../requirements/planner-request.ts';
import { solveTrip, type TripSolution } from '../solve/solve-trip.ts';
import { sightsAt } from './days-worth.ts';
import { distinct, type PlacedVisit, type ResolvedRequest } from './resolved-request.ts';
import {
  count,
  doesNotFit,
  enoughDays,
  isAllFixed,
  type PlannedStop,
  staysClash,
  withSpareDays,
} from './stay-lengths.ts';
import { WORTH_REORDERING_TOUR } from './visit-order.ts';

const DEFAULT_STAY_DAYS = 3;
const MAX_SOLVED_CITIES = 30;

/**
 * The stops of a trip to several cities, flown or mixed: each city gets the days that were requested for it, the others share
 * the rest, and the order is the shortest that fits. The day of the journey is the first in the next city.
 */
export function cityStops(
  request: PlannerRequest,
  resolved: ResolvedRequest,
  { thingsToDo }: Pick<FullContext, 'thingsToDo'>,
): readonly PlannedStop[] {
  const { origin, destination, via, isOriginVisited } = resolved;
  const cities = distinct([...(isOriginVisited ? [origin] : []), ...via, destination]);
  const atEnd = returnDays(request);
  const total = request.days === undefined ? undefined : Math.max(request.days - atEnd, 1);
  const atStart = isOriginVisited ? 0 : daysAtStart({ ...request, days: total }, resolved, cities);
  const days = atStart > 0 ? daysIn(cities) : total;
  const named = staysIn(cities, { ...request, days }, thingsToDo);
  const stops = ordered(named, request, resolved);
  const start = isOriginVisited ? [] : [{ place: origin, days: atStart }];
  const isLoop = request.roundTrip && cities.length > (isOriginVisited ? 1 : 0);
  const home = isLoop ? [{ place: { ...origin, days: undefined }, days: atEnd }] : [];
  return [...start, ...stops, ...home];
}

/** So many days that the stays leave open are spent where the trip starts, if that is in the same country. */
const MAX_AT_START = 3;

/** A day more than the stays take is the one on which one sets out; who does not come from abroad may start later. */
function daysAtStart(
  { days = 0 }: PlannerRequest,
  { origin, destination }: ResolvedRequest,
  cities: readonly PlacedVisit[],
): number {
  const open = days - daysIn(cities);
  const most = origin.country === destination.country ? MAX_AT_START : 1;
  return isAllFixed(cities) && open > 0 && open <= most ? open : 0;
}

function daysIn(cities: readonly PlacedVisit[]): number {
  return cities.reduce((sum, { days = 0 }) => sum + days, 0);
}

/** The cities in the order in which they were named, unless a window or a good deal of the way speaks against it. */
function ordered(
  named: readonly PlannedStop[],
  request: PlannerRequest,
  { origin, destination, isOriginVisited, isTour }: ResolvedRequest,
): readonly PlannedStop[] {
  if (named.length < 2 || (isTour && named.every(({ place }) => place.window === undefined))) return named;
  const cities = named.map(({ place }) => place);
  const solution = solved(
    cities,
    named.map(({ days }) => days),
    request,
    origin,
  );
  if (!solution.ok) throw doesNotFit(solution.reasons);
  const shortest = solution.order.map(({ city, from, to }): PlannedStop => {
    const place = cities.find(({ name }, at) => cityKey(name, at) === city) ?? destination;
    return { place, days: to - from };
  });
  if (isOriginVisited && shortest[0]?.place !== named[0]?.place) return named;
  return isWorthReordering(named, shortest, request, origin) ? shortest : named;
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
  return wayKm(shortest) < wayKm(named) * WORTH_REORDERING_TOUR;
}

function solved(
  cities: readonly PlacedVisit[],
  days: readonly number[],
  { via, roundTrip }: PlannerRequest,
  origin: PlacedVisit,
): TripSolution {
  if (cities.length > MAX_SOLVED_CITIES) {
    throw doesNotFit([
      `${cities.length} cities are more than can be put in order: at most ${MAX_SOLVED_CITIES}.`,
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

/** Cities with the same name are distinguished by their position in the list. */
function cityKey(name: string, at: number): string {
  return `${name}#${at}`;
}

/** Requested stays first. The others share the remaining days evenly; the remainder goes to places with more sights. */
function staysIn(
  cities: readonly PlacedVisit[],
  request: PlannerRequest,
  thingsToDo: ThingsToDo,
): readonly PlannedStop[] {
  const { days: total } = request;
  if (total === undefined) return cities.map((place) => ({ place, days: place.days ?? DEFAULT_STAY_DAYS }));
  const open = cities.filter(({ days }) => days === undefined).length;
  const usedDays = daysIn(cities);
  const left = total - usedDays;
  if (left < open) {
    if (open === 0) throw staysClash(total, cities);
    throw doesNotFit([tooFewDays(total, usedDays, open)]);
  }
  if (left > 1 && isAllFixed(cities)) throw staysClash(total, cities);
  // Places chosen for a tour get days by their sights, not equal shares.
  const isToured = cities.some(({ isChosen }) => isChosen === true);
  const even = open === 0 ? 0 : isToured ? 1 : Math.floor(left / open);
  const enough = (place: PlacedVisit) => enoughDays(sightsAt(place, { ...request, thingsToDo }));
  const stops = cities.map((place) => ({ place, days: place.days ?? Math.min(even, enough(place)) }));
  const over = total - stops.reduce((sum, { days }) => sum + days, 0);
  // Home is no city of its own: there is none to leave out.
  return withSpareDays(stops, over, { ...request, roundTrip: false, thingsToDo });
}

function tooFewDays(total: number, usedDays: number, open: number): string {
  const stays = usedDays > 0 ? ` The stays that were asked for take ${usedDays} of them.` : '';
  const others =
    open > 0 ? ` ${open} more ${open === 1 ? 'city needs' : 'cities need'} at least a day each.` : '';
  return `The trip has ${count(total)}.${stays}${others}`;
}
