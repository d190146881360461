import type { Anchor } from '../itinerary/itinerary.ts';
import { bareName, usablePoint } from '../itinerary/itinerary-view.ts';
import type { FixedPlace } from '../itinerary/mutation.ts';
import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import { distanceKm, type Point, wayKm } from '../places/geo.ts';
import type { PlannerRequest } from '../requirements/planner-request.ts';
import type { RequestedStop } from '../requirements/requirements.ts';
import { type AreaStopsRequest, withAreaStops } from './area-stops.ts';
import { isInExtent, isInside, placesToVisit } from './region-places.ts';
import { type Found, notFound, placeOf, resolveNames } from './request-places.ts';
import { type Tour, type TourContext, tourIn, withinCountry } from './toured-region.ts';
import { visitOrder } from './visit-order.ts';

/** A place to stop at that is known, and for how long. */
export interface PlacedVisit extends FixedPlace {
  readonly population: number;
  /** How well travellers know it, 0 to 100. */
  readonly renown?: number | undefined;
  readonly days?: number | undefined;
  /** The nights of a stay requested in nights. At the end of the trip it takes one more day. */
  readonly nights?: number | undefined;
  readonly bound?: RequestedStop['bound'];
  readonly window?: readonly [number, number] | undefined;
  /** A stop that has to be in the trip just as it is. */
  readonly kept?: Anchor;
  /** Whether a traveller named it. Others were chosen for them. */
  readonly isNamed?: boolean;
  /** Whether it was chosen for a traveller who named a region, or nothing that is near. */
  readonly isChosen?: boolean;
  /** Whether nobody stays there for more than a night: a sight far from every town. */
  readonly isRemoteSight?: boolean | undefined;
  /** What is nearer is seen from there: half as far as it reaches. */
  readonly reachKm?: number | undefined;
  /** The name of the area that was named and it is in, or that it stands for while no town of it is chosen. */
  readonly area?: string | undefined;
}

/** A request whose places are found. */
export interface ResolvedRequest {
  readonly origin: PlacedVisit;
  readonly destination: PlacedVisit;
  readonly via: readonly PlacedVisit[];
  /** Whether the origin is a stop: the request names no start, or has a stay there. */
  readonly isOriginVisited: boolean;
  /** It leads through its stops rather than to its destination. */
  readonly isTour: boolean;
}

/**
 * Finds the places of a request. Of several of one name, the one that lies near the others is meant. Who does not say where
 * the trip starts begins at the first stop, and a country or region is a tour through its best places.
 */
export function resolveRequest(asked: PlannerRequest, context: TourContext): ResolvedRequest {
  const { places } = context;
  const found = resolveNames(asked, places);
  const request = withinCountry(asked, found, places);
  const tour = tourIn(request, found, context);
  if (tour !== undefined) return tourOf(tour, { ...request, via: tour.via }, found, places);
  const { origin: start, destination: end } = request;
  const visits = request.via.filter(
    (visit) => !isSkipped(visit.name, request) && !isAround(visit, found, places),
  );
  const first = start ?? visits[0] ?? end;
  const last = end ?? visits.at(-1) ?? (request.roundTrip ? start : undefined);
  const destination = placeOf('destination', last, found, places);
  const origin = placeOf('origin', first, found, places);
  const ends = [origin, destination];
  const stops = stopsOf(request, ends, found, places);
  const isVisited =
    start === undefined ||
    stops.some((stop) => isSamePlace(stop, origin)) ||
    isForSights(origin, [...stops, destination], request, places) ||
    isWorthStarting(origin, stops, request, places);
  const own = (place: PlacedVisit): PlacedVisit => {
    const stay = stops.find((stop) => isSamePlace(stop, place) && !stop.kept);
    const { area = place.area } = stay ?? {};
    const { days, bound, window } = stay ?? {};
    return { ...place, isNamed: true, days, bound, window, ...(area !== undefined && { area }) };
  };
  const named = {
    origin: isVisited ? own(origin) : { ...origin, isNamed: true },
    destination: own(destination),
    via: stops.filter((stop) => !ends.some((place) => isSamePlace(place, stop))),
    isOriginVisited: isVisited,
    isTour: start === undefined,
  };
  return throughAreas(named, request, places);
}

/** A city so well known is worth a stay, also for who only says that a tour of its country starts there. */
const WORTH_STARTING = 55;
/** So many days a stop leave time for it. */
const DAYS_A_STOP = 2;

/** A sight that is no farther from where a trip starts is seen there. */
const SEEN_FROM_KM = 100;

/** "Beijing, Xi'an, Chengdu, with the Great Wall": who wants to see something where the trip starts stays there. */
function isForSights(
  origin: PlacedVisit,
  stops: readonly PlacedVisit[],
  { constraints }: PlannerRequest,
  places: PlaceKnowledge,
): boolean {
  return (constraints?.mustSee ?? []).some((sight) => {
    const [place] = places.resolve(sight, { limit: 1, typos: false, near: [origin, ...stops] });
    if (place === undefined || place.match === 'region') return false;
    const fromStart = distanceKm(place, origin);
    return fromStart <= SEEN_FROM_KM && stops.every((stop) => distanceKm(place, stop) > fromStart);
  });
}

/** "Egypt: start in Cairo, Aswan, Luxor, fly back to Cairo, 10 days" has time for Cairo. */
function isWorthStarting(
  { renown = 0, ...origin }: PlacedVisit,
  stops: readonly PlacedVisit[],
  { roundTrip, days = 0, constraints }: PlannerRequest,
  places: PlaceKnowledge,
): boolean {
  const area = roundTrip ? places.area?.(constraints?.region ?? '') : undefined;
  if (area?.type !== 'country' || renown < WORTH_STARTING || !isInside(origin, area, places)) return false;
  const usedDays = stops.reduce((sum, stop) => sum + (stop.days ?? DAYS_A_STOP), 0);
  return stops.some((stop) => stop.days === undefined) && days - usedDays > DAYS_A_STOP;
}

/** The same, with the best towns of each area that is too wide for one stop. */
function throughAreas(
  resolved: ResolvedRequest,
  request: PlannerRequest,
  places: PlaceKnowledge,
): ResolvedRequest {
  const { origin, destination, via, isOriginVisited } = resolved;
  const all = distinct([...(isOriginVisited ? [origin] : []), ...via, destination]);
  const visits = all.filter((visit) => !isAroundOthers(visit, all, places));
  const around = places.area?.(request.constraints?.region ?? '');
  const country = around?.type === 'country' ? around.country : undefined;
  const start = isOriginVisited ? undefined : origin;
  const stops = withAreaStops(visits, { ...request, start, country }, places);
  const last = stops.at(-1);
  if (all.length < 2 || last === undefined || (stops === visits && visits.length === all.length))
    return resolved;
  const [first = origin] = isOriginVisited ? stops : [origin];
  const between = stops.slice(isOriginVisited ? 1 : 0, -1);
  return { origin: first, destination: last, via: between, isOriginVisited, isTour: true };
}

function isSkipped(name: string, { skip }: Pick<PlannerRequest, 'skip'>): boolean {
  return skip.some((gone) => bareName(gone) === bareName(name));
}

const SAME_PLACE_KM = 2;

/** Whether two places are one. */
export function isSamePlace(a: Point, b: Point): boolean {
  return distanceKm(a, b) <= SAME_PLACE_KM;
}

function tourOf(
  { regions, end: ended, isWithOthers, others }: Tour,
  request: PlannerRequest,
  found: Found,
  places: PlaceKnowledge,
): ResolvedRequest {
  const isToured = (name: string) => regions.some((region) => bareName(region) === bareName(name));
  const via = request.via.filter(({ name }) => !isToured(name));
  const requested = stopsOf({ ...request, via }, [], found, places).filter(({ name }) => !isToured(name));
  const part = partOf(request, regions, requested, places);
  // Among other places of a tour, the towns of an area represent it.
  const named = withAreaStops(requested, { ...request, ...part }, places).map((stop) => {
    return { ...stop, isChosen: false };
  });
  const origin = request.origin && placeOf('origin', request.origin, found, places);
  const last = ended && { ...placeOf('destination', ended, found, places), ...stayOf(ended), isNamed: true };
  const ordered = placesToVisit(
    regions,
    { ...request, origin, named, end: last, isWithOthers, others },
    places,
  );
  const way = request.roundTrip ? ordered : towardsGoal(ordered, request);
  const stops = way.map((stop, at) => withNights(stop, at === way.length - 1 && !request.roundTrip));
  const [first] = stops;
  const destination = stops.at(-1);
  if (first === undefined || destination === undefined) throw notFound('destination', regions[0]);
  const isInside = origin !== undefined && stops.some((stop) => isSamePlace(stop, origin));
  if (origin === undefined) {
    return { origin: first, destination, via: stops.slice(1, -1), isOriginVisited: true, isTour: true };
  }
  const rest = stops.filter((stop) => !isSamePlace(stop, origin));
  const end = rest.at(-1) ?? origin;
  // Where a tour starts is one of its stops, and no more than that.
  const start = { ...origin, isNamed: true, isChosen: true };
  return { origin: start, destination: end, via: rest.slice(0, -1), isOriginVisited: isInside, isTour: true };
}

function stayOf({ days, nights, bound }: Omit<RequestedStop, 'name'>): Partial<PlacedVisit> {
  return {
    ...(days !== undefined && { days }),
    ...(nights !== undefined && { nights }),
    ...(bound !== undefined && { bound }),
  };
}

/** A tour may be so much longer for the sake of its end. */
const LONGER_TO_GOAL = 1.35;

/** "Sri Lanka ending in Mirissa": the destination is where a tour ends, unless that makes it much longer. */
function towardsGoal(
  stops: readonly PlacedVisit[],
  { origin, destination }: PlannerRequest,
): readonly PlacedVisit[] {
  const [first] = stops;
  const goal = stops.find(({ name }) => bareName(name) === bareName(destination?.name ?? ''));
  if (origin !== undefined || first === undefined || goal === undefined || goal === first) return stops;
  const between = stops.filter((stop) => stop !== first && stop !== goal);
  const ending = [first, ...visitOrder(first, goal, between, 1), goal];
  return wayKm(ending) <= wayKm(stops) * LONGER_TO_GOAL ? ending : stops;
}

/** A stay requested in nights, in days: one more at the end of the trip. */
function withNights(stop: PlacedVisit, isLast: boolean): PlacedVisit {
  const { nights, bound } = stop;
  if (nights === undefined) return stop;
  return { ...stop, days: nights + (isLast && bound !== 'most' ? 1 : 0) };
}

/** The weight of the rest of a country beside its named places, in places. */
const REST_OF_TOUR = 1.5;

/** What of a tour the areas in it that were named are given. */
function partOf(
  { days }: PlannerRequest,
  regions: readonly string[],
  { length }: readonly PlacedVisit[],
  places: PlaceKnowledge,
): Pick<AreaStopsRequest, 'days' | 'country'> {
  const [country] = regions.length === 1 ? regions.map((region) => places.area?.(region)?.country) : [];
  const share = length / (length + REST_OF_TOUR);
  return { days: days === undefined ? undefined : Math.ceil(days * share), country };
}

/** The stops that were named, each once, and those that have to stay. */
function stopsOf(
  request: PlannerRequest,
  ends: readonly PlacedVisit[],
  found: Found,
  places: PlaceKnowledge,
): readonly PlacedVisit[] {
  const via = request.via
    .filter((visit) => !isSkipped(visit.name, request) && !isAround(visit, found, places))
    .map((visit): PlacedVisit => {
      const { days, nights, bound, window } = visit;
      return { ...placeOf('stop', visit, found, places), days, nights, bound, window, isNamed: true };
    });
  const kept = request.keep.flatMap((anchor): PlacedVisit[] => {
    const point = usablePoint(anchor);
    const { name, admin1, country } = anchor;
    if (point === undefined || ends.some((end) => isSamePlace(end, point))) return [];
    const place = { name, ...(admin1 && { admin1 }), ...(country && { country }), ...point };
    return [{ ...place, population: 0, kept: anchor, isNamed: true }];
  });
  const others = via.filter((visit) => !kept.some((anchor) => isSamePlace(anchor, visit)));
  return [...distinct(others), ...kept];
}

/**
 * "Bhutan: Paro, Punakha": a country named together with places in it is not a stop, nor is a region with several of
 * them, unless the request has a stay there.
 */
function isAround({ name, days }: RequestedStop, found: Found, places: PlaceKnowledge): boolean {
  if (days !== undefined) return false;
  const region = found.get(name);
  const area = region?.match === 'region' ? places.area?.(name) : undefined;
  if (region === undefined || area === undefined) return false;
  const others = [...found.values()].filter((other) => other !== region && other.match !== 'region');
  if (area.type === 'country') return others.some(({ country }) => country === region.country);
  if (area.type === 'division') {
    const division = { country: area.country, admin1: area.name };
    return others.some((other) => places.isWithinRegion(other, division) === true);
  }
  const { extent } = area;
  return extent !== undefined && others.filter((other) => isInExtent(other, extent)).length > 1;
}

/** "Montserrat and Antigua, Caribbean": an area that contains all other stops is not a stop. */
function isAroundOthers(visit: PlacedVisit, visits: readonly PlacedVisit[], places: PlaceKnowledge): boolean {
  const area = visit.days === undefined && visit.area ? places.area?.(visit.area) : undefined;
  const others = visits.filter((other) => other !== visit);
  const isInner = others.length > 1 || others.some((other) => other.area !== undefined);
  return area !== undefined && isInner && others.every((other) => isInside(other, area, places));
}

/** Each place once, with the request that says how long. */
export function distinct(places: readonly PlacedVisit[]): PlacedVisit[] {
  const found: PlacedVisit[] = [];
  for (const place of places) {
    const at = found.findIndex((other) => isSamePlace(other, place));
    const before = found[at];
    if (before === undefined) {
      found.push(place);
      continue;
    }
    const area = before.area ?? place.area;
    const [days, window] = [before.days ?? place.days, before.window ?? place.window];
    found[at] = { ...before, days, window, ...(area !== undefined && { area }) };
  }
  return found;
}
