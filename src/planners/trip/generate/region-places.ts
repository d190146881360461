import type { PlaceKnowledge } from '../place-knowledge.ts';
import { isSettlement } from '../places/gazetteer-format.ts';
import { distanceKm, type Point } from '../places/geo.ts';
import type { PlaceCandidate } from '../places/place-candidate.ts';
import type { PlannerRequest } from '../request.ts';
import type { PlacedVisit } from './resolved-request.ts';
import { visitOrder } from './visit-order.ts';

/** Days at each stop of a tour, by how fast one likes to travel. */
const DAYS_A_STOP = { slow: 4, normal: 2.6, fast: 1.8 } as const;
const DEFAULT_TOUR_DAYS = 7;
const MOST_STOPS = 12;
/** Nearer to a stop of the tour, a place is seen from there. */
const APART_KM = 30;
const CONSIDERED = 40;
/** Between two stops that are nearer than a day of travel nothing is lost; beyond, each such distance costs a rank. */
const NEAR_KM = 250;
const KM_A_RANK = 60;
/** Farther away, one flies to a region. */
const FLOWN_KM = 900;

/** A region is toured when it is so wide; a smaller one is a stop like a town. */
const TOURED_KM = 130;
/** What is wider is no place to stay at. */
const WIDEST_STOP_KM = 200;

/** However wide they are, one goes to one place at them. */
const ONE_STOP: ReadonlySet<string> = new Set(['lake', 'park', 'mountain', 'sight', 'landmark', 'cape']);

/** Whether a name is that of a country or region that one tours, and not of a single place. */
export function isRegion(name: string, places: PlaceKnowledge): boolean {
  const area = places.area?.(name);
  if (area === undefined) {
    const [found] = places.area ? [] : places.resolve(name, { limit: 1, typos: false });
    return found?.match === 'region';
  }
  const [found] = places.resolve(name, { limit: 1, typos: false });
  const isStop = found?.kind !== undefined && ONE_STOP.has(found.kind) && found.match !== 'region';
  const isWide = area.type !== 'region' || (!isStop && widthKm(area) >= TOURED_KM);
  return isWide && (places.placesOf?.(name, { limit: 3 }).length ?? 0) > 1;
}

function widthKm({ extent }: Pick<PlaceCandidate, 'extent'>): number {
  if (extent === undefined) return 0;
  const { west, south, east, north } = extent;
  return distanceKm({ lat: south, lng: west }, { lat: north, lng: east });
}

/** What a tour of a region has to keep to. */
export interface TourRequest extends Pick<PlannerRequest, 'days' | 'skip' | 'roundTrip' | 'constraints'> {
  readonly origin?: PlacedVisit | undefined;
  readonly named: readonly PlacedVisit[];
}

/**
 * The stops of a tour through a region in the order of the way: those that were named, and of the best known as many as
 * there is time for. A place that is far from all the others has to be so much better known.
 */
export function placesToVisit(
  region: string,
  request: TourRequest,
  places: PlaceKnowledge,
): readonly PlacedVisit[] {
  const { origin, named, roundTrip, skip } = request;
  const skipped = new Set(skip.map((name) => name.toLowerCase()));
  const known = places.placesOf?.(region, { limit: CONSIDERED }) ?? places.resolve(region, { limit: 1 });
  const ranked = known
    .filter(({ name }) => !skipped.has(name.toLowerCase()) && name.toLowerCase() !== region.toLowerCase())
    .filter((place) => widthKm(place) <= WIDEST_STOP_KM)
    // Who wants cities wants no park.
    .filter(({ kind = 'town' }) => request.constraints?.cities === undefined || isSettlement(kind))
    .map(visitAt);
  const isInside = origin !== undefined && ranked.some((place) => distanceKm(place, origin) < APART_KM);
  const chosen: PlacedVisit[] = [...(isInside ? [origin] : []), ...named];
  // Who names several places of a region wants to see those.
  const isOpen = named.length < 2 || request.constraints?.cities !== undefined;
  const wanted = isOpen ? stopCount(request, chosen.length) : chosen.length;
  const rest = new Map(ranked.entries());
  while (chosen.length < wanted && rest.size > 0) {
    const [best] = [...rest]
      .map(([rank, place]) => ({ rank, place, cost: rank + remoteness(place, chosen, origin) }))
      .toSorted((a, b) => a.cost - b.cost);
    if (best === undefined) break;
    rest.delete(best.rank);
    if (chosen.every((stop) => distanceKm(stop, best.place) >= APART_KM)) chosen.push(best.place);
  }
  if (named.length > 1 && !isOpen) return chosen;
  const others = chosen.filter((stop) => stop !== origin);
  const [first = origin] = others;
  if (first === undefined) return [];
  const start = origin ?? outermost(chosen);
  const inner = others.filter((stop) => stop !== start);
  const order = visitOrder(start, roundTrip ? start : farthestFrom(start, inner), inner, 1);
  return origin === undefined || isInside ? [start, ...order] : order;
}

function stopCount({ days, constraints = {} }: TourRequest, named: number): number {
  const { cities, bases, pace = 'normal' } = constraints;
  if (cities !== undefined) return Math.max(cities, named);
  const fitting = Math.max(Math.round((days ?? DEFAULT_TOUR_DAYS) / DAYS_A_STOP[pace]), 1);
  return Math.max(Math.min(fitting, bases ?? MOST_STOPS, MOST_STOPS), named);
}

/** What it costs to be far from the rest of the tour, in ranks. */
function remoteness(place: Point, chosen: readonly Point[], origin: Point | undefined): number {
  const stops = chosen.length > 0 || origin === undefined ? chosen : [origin];
  if (stops.length === 0) return 0;
  const km = Math.min(...stops.map((stop) => distanceKm(stop, place)));
  // Where one flies to the region, a little nearer counts for nothing.
  if (chosen.length === 0 && km > FLOWN_KM) return 0;
  return Math.max(km - NEAR_KM, 0) / KM_A_RANK;
}

/** Where a way through all stops best begins: the stop that is farthest from the middle of them. */
function outermost(stops: readonly PlacedVisit[]): PlacedVisit {
  const sum = (stop: Point) => stops.reduce((km, other) => km + distanceKm(stop, other), 0);
  return stops.reduce((best, stop) => (sum(stop) > sum(best) ? stop : best));
}

function farthestFrom(start: PlacedVisit, stops: readonly PlacedVisit[]): PlacedVisit {
  return stops.reduce((far, stop) => (distanceKm(stop, start) > distanceKm(far, start) ? stop : far), start);
}

function visitAt({ name, admin1, country, lat, lng, population }: PlaceCandidate): PlacedVisit {
  const place = { name, ...(admin1 && { admin1 }), ...(country && { country }), lat, lng, population };
  // Who names a region names what there is to see in it.
  return { ...place, isNamed: true };
}
