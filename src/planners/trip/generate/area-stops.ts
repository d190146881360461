import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import type { PlannerRequest } from '../wishes/request.ts';
import { townsToStay } from './region-places.ts';
import type { PlacedVisit } from './resolved-request.ts';
import { orderBetween } from './tour-order.ts';

/** Beside single towns, an area gets so many times the days of one of them. */
const AREA_SHARE = 2;
const DEFAULT_DAYS = 3;

/** What decides which towns an area among other stops is toured by. */
export interface AreaStopsRequest
  extends Pick<PlannerRequest, 'days' | 'mode' | 'skip' | 'constraints' | 'interests'> {
  /** Where the trip starts, if that is no stop of it. */
  readonly start?: PlacedVisit | undefined;
  /** The country that the trip stays in, if it stays in one. */
  readonly country?: string | undefined;
}

/**
 * The stops of a trip, and in the place of each area that is too wide for one stop the best towns of it: as many as its share
 * of the days allows, in the order of the way from the stop before to the stop after.
 */
export function withAreaStops(
  visits: readonly PlacedVisit[],
  request: AreaStopsRequest,
  places: PlaceKnowledge,
): readonly PlacedVisit[] {
  const isArea = ({ area, kept }: PlacedVisit) => area !== undefined && kept === undefined;
  if (!visits.some(isArea)) return visits;
  const open = visits.filter(({ days }) => days === undefined);
  const taken = visits.reduce((sum, { days = 0 }) => sum + days, 0);
  const isMixed = open.some((visit) => !isArea(visit));
  const shareOf = (visit: PlacedVisit) => (isMixed && isArea(visit) ? AREA_SHARE : 1);
  const shares = open.reduce((sum, visit) => sum + shareOf(visit), 0);
  const left = request.days === undefined ? DEFAULT_DAYS * shares : request.days - taken;
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

/** A town in the place of the area that was named. */
function ofArea(
  { area, bound, window }: PlacedVisit,
  town: PlacedVisit,
  days: number | undefined,
): PlacedVisit {
  return { ...town, area, days, bound, window, isNamed: true, isChosen: true };
}

/** How many of the days of an area are spent in the nth of its towns, the best of which come first. */
function stayAt(nth: number, towns: number, days: number | undefined): number | undefined {
  return days === undefined ? undefined : Math.floor(days / towns) + (nth < days % towns ? 1 : 0);
}
