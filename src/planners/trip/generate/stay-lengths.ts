import { TripError } from '../error.ts';
import { isEarlyDeparture, isLateArrival } from '../itinerary/travel-hours.ts';
import type { ThingsToDo } from '../knowledge/things-to-do.ts';
import type { TripConstraints } from '../requirements/constraints.ts';
import { MAX_OPEN_DAYS, type PlannerRequest, returnDays } from '../requirements/planner-request.ts';
import { daysWorth, sightsAt } from './days-worth.ts';
import type { PlacedVisit, ResolvedRequest } from './resolved-request.ts';

/** A stop of a generated trip, with the `days` spent there: none where the trip only starts or passes. */
export interface PlannedStop {
  readonly place: PlacedVisit;
  readonly days: number;
}

/** The input for distributing spare days. */
export interface SpareDays extends Pick<PlannerRequest, 'roundTrip' | 'interests' | 'constraints'> {
  readonly thingsToDo: ThingsToDo;
}

/** The weight of the destination. */
const DESTINATION_WORTH = 1.25;
/** This much renown counts as much as three sights. */
const RENOWN_A_POINT = 30;
/** The weight of named places relative to chosen ones on a tour. */
const NAMED_WORTH = 1.6;
/** The minimum number of days that satisfies a stop with little to see. */
const MIN_DAYS = 3;
/** A stop with this many sights deserves more than a night, and at most this many days. */
const WORTH_A_DAY_MORE = 2;
const MAX_ON_THE_WAY = 3;
/** A stay with a minimum length may be extended; an exact one may not. */
const isOpen = ({ days, bound, kept }: PlacedVisit) =>
  kept === undefined && (days === undefined || bound === 'least');

/**
 * Gives spare days to stops, one after the other: first where a rest day is due, then to named places and the
 * destination, by how much there is to see, and to others only if all of those have a fixed length.
 */
export function withSpareDays(
  stops: readonly PlannedStop[],
  spare: number,
  request: SpareDays,
): readonly PlannedStop[] {
  if (spare <= 0) return stops;
  const end = stops.at(-1);
  // Stays that leave a few days open are exact, all but the last.
  if (end !== undefined && !request.roundTrip && spare > 1 && isAllFixed(stops.map(({ place }) => place)))
    return stops.with(-1, { ...end, days: end.days + spare });
  const home = request.roundTrip ? stops.length - 1 : -1;
  const given = stops.map(({ days }) => days);
  const isStay = (at: number) => at !== home && (given[at] ?? 0) > 0;
  const open = stops.map(({ place }, at) => isStay(at) && isOpen(place));
  const last = request.roundTrip ? -1 : stops.findLastIndex(({ days }) => days > 0);
  const sights = stops.map(({ place }, at) => (open[at] ? sightsAt(place, request) : 0));
  const groups = [
    (at: number) => open[at] === true && (stops[at]?.place.isNamed === true || at === last),
    (at: number) => open[at] === true,
    (at: number) => isStay(at) && stops[at]?.place.bound !== 'most',
    () => true,
  ];
  let left = spare - rested(stops, given, open, request.constraints?.rest, spare);
  const isChosen = (at: number) => stops[at]?.place.isChosen === true;
  const stayed = stops.flatMap((_, at) => (isStay(at) ? [at] : []));
  const hasChosen = stayed.some(isChosen);
  const isBesideNamed = hasChosen && !stayed.every(isChosen);
  const { constraints = {} } = request;
  // Who arrives in the evening sees nothing on that day.
  const travelDays = (at: number) =>
    Number(at === stayed[0] && isLateArrival(constraints)) +
    Number(at === last && isEarlyDeparture(constraints));
  const worth = (at: number) => {
    const population = Math.log10(Math.max(stops[at]?.place.population ?? 0, 1000));
    // A park has no population, but many visitors.
    const fame = (stops[at]?.place.renown ?? 0) / RENOWN_A_POINT;
    // Chosen places are well documented, so more sights in the data mean less.
    const value = hasChosen
      ? 1 + (sights[at] ?? 0) / 4 + population / 3 + fame * 2
      : 1 + (sights[at] ?? 0) / 3 + Math.max(population / 3, fame);
    const isRequested = isBesideNamed && !isChosen(at);
    const factor = (at === last && !hasChosen ? DESTINATION_WORTH : 1) * (isRequested ? NAMED_WORTH : 1);
    return (value * factor) / ((given[at] ?? 0) - travelDays(at) + 1);
  };
  const give = (at: number) => {
    given[at] = (given[at] ?? 0) + 1;
    left--;
  };
  const best = (from: readonly number[]) =>
    from.reduce<number | undefined>((a, b) => (a === undefined || worth(b) > worth(a) ? b : a), undefined);
  const group =
    groups.map((isIn) => stops.flatMap((_, at) => (isIn(at) ? [at] : []))).find(({ length }) => length > 0) ??
    [];
  const isShort = (at: number) =>
    (given[at] ?? 0) <
    (isChosen(at) ? daysWorth(sights[at] ?? 0, stops[at]?.place.renown) : enoughDays(sights[at] ?? 0));
  const others = stops.flatMap((_, at) => (open[at] && !group.includes(at) ? [at] : []));
  const isWorthMore = (at: number) =>
    (sights[at] ?? 0) >= WORTH_A_DAY_MORE &&
    (given[at] ?? 0) < Math.min(MAX_ON_THE_WAY, ...group.map((named) => given[named] ?? 0));
  // A named place never gets fewer days than a chosen one.
  const requested = group.filter((at) => !isChosen(at));
  const isBehind = (at: number) =>
    !isBesideNamed ||
    requested.includes(at) ||
    requested.every((named) => (given[named] ?? 0) > (given[at] ?? 0));
  const isEnough = (at: number) => stops[at]?.place.isRemoteSight === true;
  while (left > 0) {
    const next =
      best(group.filter((at) => isShort(at) && isBehind(at) && !isEnough(at))) ??
      best(others.filter((at) => isWorthMore(at) && !isEnough(at))) ??
      best(group.filter((at) => isBehind(at) && !isEnough(at))) ??
      best(others.filter((at) => !isEnough(at))) ??
      best(group.filter((at) => isShort(at) && isBehind(at))) ??
      best(others.filter(isWorthMore)) ??
      best(group.filter(isBehind)) ??
      stops.length - 1;
    give(next);
  }
  return stops.map((stop, at) => ({ ...stop, days: given[at] ?? stop.days }));
}

/** The days needed to see everything, if the place was named. General suggestions fill a single day. */
export function enoughDays(sights: number): number {
  return sights === 0 ? 1 : Math.max(daysWorth(sights), MIN_DAYS);
}

/** The number of rest days of a trip. */
export function restDays(days: number, rest: TripConstraints['rest']): number {
  if (rest === undefined) return 0;
  return 'days' in rest ? rest.days : Math.floor((days - 1) / (rest.every + 1));
}

/** Inserts rest days after this many consecutive days of travel. Returns their number. */
function rested(
  stops: readonly PlannedStop[],
  given: number[],
  open: readonly boolean[],
  rest: TripConstraints['rest'],
  spare: number,
): number {
  if (rest === undefined) return 0;
  let [used, run] = [0, 0];
  const every = 'every' in rest ? rest.every : Math.max(Math.floor(stops.length / (rest.days + 1)), 1);
  const most = 'days' in rest ? Math.min(rest.days, spare) : spare;
  for (const at of stops.keys()) {
    const days = given[at] ?? 0;
    if (days === 0) continue;
    run = days > 1 ? 0 : run + 1;
    if (run < every || used >= most || open[at] !== true) continue;
    given[at] = days + 1;
    [used, run] = [used + 1, 0];
  }
  return used;
}

/** Whether all stays have a fixed length, which then determines that of the trip. */
export function isAllFixed(places: readonly PlacedVisit[]): boolean {
  return places.length > 0 && places.every((place) => !isOpen(place));
}

/**
 * The days of a round trip after the return to its start, as requested. A few days that the stays, the one at the start
 * included, leave open are spent there, too.
 */
export function daysAfterReturn(
  request: PlannerRequest,
  stays: readonly PlacedVisit[],
  { isOriginVisited }: Pick<ResolvedRequest, 'isOriginVisited'>,
): number {
  const asked = returnDays(request);
  if (asked > 0 || !request.roundTrip || !isOriginVisited || !isAllFixed(stays)) return asked;
  const open = (request.days ?? 0) - stays.reduce((sum, { days = 0 }) => sum + days, 0);
  return open > 1 && open <= MAX_OPEN_DAYS ? open : 0;
}

/** The conflict between the stays and the length of a trip, which needs a question. */
export function staysClash(total: number, places: readonly PlacedVisit[]): TripError {
  const usedDays = places.reduce((sum, { days = 0 }) => sum + days, 0);
  const stays = places.map(({ name, days = 0 }) => `${name} ${count(days)}`).join(', ');
  const reason =
    usedDays > total
      ? `The trip has ${count(total)}, and the stays take ${usedDays} of them: ${stays}. Make it ${count(usedDays)}, or stay shorter somewhere.`
      : `The trip has ${count(total)}, and the stays take ${usedDays} of them: ${stays}. Make it ${count(usedDays)}, stay longer somewhere, or add a place.`;
  return doesNotFit([reason]);
}

/** The conflict, with a solution. */
export function doesNotFit(reasons: readonly string[]): TripError {
  return new TripError('trip-does-not-fit', {
    summary: `The stays, days and windows do not fit together: ${reasons.join(' ')}`,
    fix: 'Change the length of the trip or of a stay, or leave a place out.',
    reasons,
  });
}

/** "1 day", "4 days". */
export function count(days: number): string {
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}
