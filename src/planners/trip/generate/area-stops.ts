import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import type { PlannerRequest } from '../requirements/planner-request.ts';
import { townsToStay } from './region-places.ts';
import type { PlacedVisit } from './resolved-request.ts';
import { orderBetween } from './tour-order.ts';

/** The weight of an area relative to a single town when days are shared. */
const AREA_SHARE = 2;
const DEFAULT_DAYS = 3;

/** The input for choosing the towns of an area. */
export interface AreaStopsRequest
  extends Pick<PlannerRequest, 'days' | 'mode' | 'skip' | 'constraints' | 'interests'> {
  /** The start of the trip, if it is not a stop. */
  readonly start?: PlacedVisit | undefined;
  /** The country of the trip, if there is only one. */
  readonly country?: string | undefined;
}

/**
 * The stops of a trip, with each wide area replaced by its best towns: as many as its share of the days allows, in the
 * order of the route.
 */
export function withAreaStops(
  visits: readonly PlacedVisit[],
  request: AreaStopsRequest,
  places: PlaceKnowledge,
): readonly PlacedVisit[] {
  const isArea = ({ area, kept }: PlacedVisit) => area !== undefined && kept === undefined;
  if (!visits.some(isArea)) return visits;
  const open = visits.filter(({ days }) => days === undefined);
  const usedDays = visits.reduce((sum, { days = 0 }) => sum + days, 0);
  const isMixed = open.some((visit) => !isArea(visit));
  const shareOf = (visit: PlacedVisit) => (isMixed && isArea(visit) ? AREA_SHARE : 1);
  const shares = open.reduce((sum, visit) => sum + shareOf(visit), 0);
  const left = request.days === undefined ? DEFAULT_DAYS * shares : request.days - usedDays;
  const stops: PlacedVisit[] = [];
  for (const [at, visit] of visits.entries()) {
    const { area, days } = visit;
    if (area === undefined || !isArea(visit)) {
      stops.push(visit);
      continue;
    }
    const { constraints } = request;
    const besides = visits.filter((other) => !isArea(other));
    const share = days ?? Math.max((left * shareOf(visit)) / shares, 1);
    const isOneBase = visit.window !== undefined || constraints?.bases !== undefined;
    const towns = townsToStay(area, { ...request, days: isOneBase ? 1 : share, besides }, places);
    const best = days === undefined ? towns : towns.slice(0, days);
    const stays = best.map((town, nth) => ofArea(visit, town, stayAt(nth, best.length, days)));
    const before = stops.at(-1) ?? request.start;
    stops.push(...(stays.length === 0 ? [visit] : orderBetween(before, stays, visits[at + 1])));
  }
  return stops;
}

/** A town that represents the named area. */
function ofArea(
  { area, bound, window }: PlacedVisit,
  town: PlacedVisit,
  days: number | undefined,
): PlacedVisit {
  return { ...town, area, days, bound, window, isNamed: true, isChosen: true };
}

/** The days in the nth best town of an area. */
function stayAt(nth: number, towns: number, days: number | undefined): number | undefined {
  return days === undefined ? undefined : Math.floor(days / towns) + (nth < days % towns ? 1 : 0);
}
