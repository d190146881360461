import { queryOf } from '../invariants/subject.ts';
import type { PlaceRef } from '../itinerary/itinerary.ts';
import { bareName, textOf, usablePoint } from '../itinerary/itinerary-view.ts';
import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import { distanceKm, drivingWayKm, type Point } from '../places/geo.ts';
import type { NamedRoute } from '../places/named-routes.ts';
import type { TravelMeans } from '../requirements/constraints.ts';
import type { PlannerRequest } from '../requirements/planner-request.ts';
import type { RequestedStop } from '../requirements/requirements.ts';
import { isByOwnForce, partBetween, stopsInTime } from './route-stops.ts';

/** A request, and the route that it follows. */
export interface RoutedRequest {
  readonly request: PlannerRequest;
  /** What the route is called. */
  readonly route?: string;
  /** The towns of it that were chosen beside the places that the traveller named. */
  readonly chosen?: readonly Point[];
}

/** Who starts or ends so near to a stop of a route is at that stop. */
const SAME_STOP_KM = 30;
/** A place so near to a stop is on the route. */
const BESIDE_KM = 45;
/** A place so far from all stops is not on the route. */
const BEYOND_KM = 120;
/** The minimum length at which a route among other places is followed. A shorter one is a stop, like a town. */
const FOLLOWED_KM = 170;
/** The default days at a place that is not on the route. */
const DAYS_ELSEWHERE = 2;

/**
 * A request that names a route, with the towns of the route for its stops: as many as there is time for, and the part
 * between where the trip starts and ends. Any other request stays as it is.
 */
export function alongRoute(request: PlannerRequest, places: PlaceKnowledge): RoutedRequest {
  const named = namedRoute(request, places);
  if (named === undefined) return { request };
  const { route, end, others } = named;
  const pointOf = (place: PlaceRef): Point | undefined =>
    usablePoint(place) ??
    places.resolve(queryOf(place), { limit: 1, typos: false, near: route.stops.slice(0, 1) })[0];
  // Who does not say where the trip starts begins at the first place, unless that is the route.
  const first = request.origin === undefined && !named.isFirst ? others[0] : undefined;
  const from = request.origin ?? first;
  const start = from && pointOf(from);
  const goal = end && pointOf(end);
  // Beyond the end of a path, one goes on as on any other way.
  const isBeyond = goal !== undefined && nearestKm(goal, route.stops) > BEYOND_KM;
  if (isBeyond && isByOwnForce(meansOn(route, request))) {
    const { region: _region, ...constraints } = request.constraints ?? {};
    return { request: { ...request, constraints } };
  }
  const wanted = route.stops.filter(({ name }) => !isSkipped(name, request));
  const part = partBetween({ ...route, stops: wanted }, start, goal);
  const visits = others.slice(first === undefined ? 0 : 1).flatMap((visit) => {
    const point = pointOf(visit);
    return point ? [{ ...visit, ...point }] : [];
  });
  const isBeside = (visit: Point) => part.stops.some((stop) => distanceKm(stop, visit) <= BESIDE_KM);
  const elsewhere = visits.filter((visit) => !isBeside(visit));
  const by = meansOn(route, request);
  const chosen = stopsInTime(
    part,
    {
      by,
      request,
      daysElsewhere: elsewhere.reduce((sum, { days = DAYS_ELSEWHERE }) => sum + days, 0),
      isStartFixed: start !== undefined && nearestKm(start, part.stops) <= BESIDE_KM,
      isEndFixed: goal !== undefined && nearestKm(goal, part.stops) <= BESIDE_KM,
      isForItsEnd: route.kind === 'foot',
      kept: visits,
    },
    places,
  );
  const ends = [start, goal].filter((point) => point !== undefined);
  // The start and the end are not stops on the way, unless the request has a stay there.
  const way = visits
    .reduce<readonly Visit[]>(withVisit, chosen.stops.map(visitAt))
    .filter((stop) => stop.days !== undefined || nearestKm(stop, ends) > SAME_STOP_KM);
  // A trip with a start ends at its last stop, unless the request names another end.
  const atEnd = end && way.find(({ name }) => bareName(name) === bareName(end.name));
  const last = atEnd ?? end ?? (request.origin === undefined ? undefined : way.at(-1));
  const { region: _, ...constraints } = request.constraints ?? {};
  const isTravelled = elsewhere.length === 0;
  return {
    route: route.name,
    chosen: visits.length > 0 || end !== undefined ? way.filter((stop) => !visits.includes(stop)) : [],
    request: {
      ...request,
      destination: last ?? (way.length === 0 ? request.origin : undefined),
      via: [...(first ? [first] : []), ...(last === way.at(-1) ? way.slice(0, -1) : way)],
      roundTrip: request.roundTrip || (chosen.isLoop && end === undefined),
      mode: isTravelled ? modeOn(by, route, request) : request.mode,
      constraints: { ...constraints, ...(isTravelled && travelOn(by, route, request)) },
    },
  };
}

/** A route that a request names. */
interface RouteRequest {
  readonly route: NamedRoute;
  /** Where the trip ends, where that is another place. */
  readonly end?: PlaceRef;
  /** The other places that it goes to. */
  readonly others: readonly RequestedStop[];
  /** Whether the route was named before them, or is where all of them are. */
  readonly isFirst: boolean;
}

function namedRoute(request: PlannerRequest, places: PlaceKnowledge): RouteRequest | undefined {
  const { origin, destination, via, constraints = {} } = request;
  const isOpen = destination !== undefined && usablePoint(destination) === undefined;
  const names = [isOpen ? destination.name : undefined, constraints.region, ...via.map(({ name }) => name)];
  const named = names.find((name) => textOf(name) !== undefined && places.route?.(name ?? '') !== undefined);
  const route = named === undefined ? undefined : places.route?.(named);
  if (named === undefined || route === undefined) return undefined;
  const isRoute = (name: string) => bareName(name) === bareName(named);
  const others = via.filter(({ name }) => !isRoute(name) && !isAround(name, route, places));
  const isShort = drivingWayKm(route.stops) < FOLLOWED_KM;
  // With a stay of its own among others, it is a stop as they are.
  const isStay = via.some(({ name, days }) => isRoute(name) && days !== undefined);
  if ((isShort || isStay) && others.length > 0) return undefined;
  const isEnd =
    destination !== undefined &&
    !isRoute(destination.name) &&
    bareName(destination.name) !== bareName(origin?.name ?? '') &&
    !isAround(destination.name, route, places);
  const isFirst = via.length === 0 || isRoute(via[0]?.name ?? '') || isRoute(constraints.region ?? '');
  return { route, others, isFirst, ...(isEnd && { end: destination }) };
}

/** "Iceland, the ring road": a country or region around the route says only where it is. */
function isAround(name: string, { stops }: NamedRoute, places: PlaceKnowledge): boolean {
  const area = places.area?.(name);
  if (area === undefined) return false;
  if (area.type !== 'region') return stops.some(({ country }) => country === area.country);
  const { extent } = area;
  if (extent === undefined) return false;
  const inside = stops.filter(
    ({ lat, lng }) => lat >= extent.south && lat <= extent.north && lng >= extent.west && lng <= extent.east,
  );
  return inside.length * 2 > stops.length;
}

function isSkipped(name: string, { skip }: PlannerRequest): boolean {
  return skip.some((gone) => bareName(gone) === bareName(name));
}

/** The means of travel on a route: as requested, else as usual on it. */
function meansOn({ kind }: NamedRoute, { mode, constraints }: PlannerRequest): TravelMeans {
  const [means] = constraints?.travelBy ?? [];
  if (means !== undefined && means !== 'flight') return means;
  if (mode === 'road') return 'car';
  return kind === 'circuit' ? 'bus' : kind;
}

function modeOn(
  by: TravelMeans,
  { kind }: NamedRoute,
  { mode, constraints }: PlannerRequest,
): PlannerRequest['mode'] {
  // Each leg says that it is walked or ridden.
  if (isByOwnForce(by)) return undefined;
  if (mode !== undefined || constraints?.travelBy !== undefined) return mode;
  return kind === 'car' ? 'road' : undefined;
}

function travelOn(
  by: TravelMeans,
  { kind }: NamedRoute,
  { mode, constraints }: PlannerRequest,
): NonNullable<PlannerRequest['constraints']> {
  const isOpen = mode === undefined && constraints?.travelBy === undefined;
  return isOpen && kind !== 'circuit' && kind !== 'car' ? { travelBy: [by] } : {};
}

type Visit = RequestedStop & Point;

function nearestKm(point: Point, others: readonly Point[]): number {
  return Math.min(...others.map((other) => distanceKm(other, point)));
}

/** A stop that was named takes the place of the one beside it, or its place where it makes the way least longer. */
function withVisit(way: readonly Visit[], visit: Visit): readonly Visit[] {
  const same = way.findIndex((stop) => distanceKm(stop, visit) <= SAME_STOP_KM);
  if (same >= 0) return way.with(same, visit);
  const detour = (at: number) => {
    const [before, after] = [way[at - 1], way[at]];
    const around = (before ? distanceKm(before, visit) : 0) + (after ? distanceKm(visit, after) : 0);
    return around - (before && after ? distanceKm(before, after) : 0);
  };
  const places = Array.from({ length: way.length + 1 }, (_, at) => at);
  const best = places.reduce((a, b) => (detour(b) < detour(a) ? b : a));
  return way.toSpliced(best, 0, visit);
}

function visitAt({
  name,
  admin1,
  country,
  lat,
  lng,
}: Visit | (Point & { name: string; admin1: string; country: string })): Visit {
  return { name, ...(admin1 && { admin1 }), ...(country && { country }), lat, lng };
}
