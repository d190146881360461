import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import type { Extent } from '../places/gazetteer/gazetteer.ts';
import { isSettlement } from '../places/gazetteer/gazetteer-format.ts';
import { distanceKm, offsetFromStretch, type Point } from '../places/geo.ts';
import type { PlaceCandidate } from '../places/place-candidate.ts';
import type { Area } from '../places/region-places.ts';
import type { TripConstraints } from '../requirements/constraints.ts';
import type { PlannerRequest } from '../requirements/planner-request.ts';
import type { PlacedVisit } from './resolved-request.ts';
import { inOrder } from './tour-order.ts';

/** Days at each stop of a tour, by pace. */
const DAYS_A_STOP = { slow: 4, normal: 2.2, fast: 1.7 } as const;
/** By car, a tour has more stops. */
const DAYS_A_STOP_BY_CAR = { slow: 3.5, normal: 2.1, fast: 1.6 } as const;
const DEFAULT_TOUR_DAYS = 7;
const MAX_STOPS = 12;
/**
 * Within this distance of a stop, a place is visited from there: less for famous towns, more for places other than
 * towns.
 */
const APART_KM = { famous: 30, town: 45, wild: 90 } as const;
const FAMOUS = 75;
/** A town with this renown is a base for its surroundings. */
const BASE_RENOWN = 55;
const CONSIDERED = 40;
/** Up to this distance between two stops there is no penalty; beyond it, each multiple costs a rank. */
const NEAR_KM = 250;
const KM_A_RANK = 60;
/** From this distance on, travellers fly to a region. */
const FLOWN_KM = 900;

/** A region of this width is toured; a smaller one is a single stop. */
const TOURED_KM = 130;
/** Anything wider is no place to stay at. */
const WIDEST_STOP_KM = 200;

/** Kinds that are a single stop, however wide they are. */
const ONE_STOP: ReadonlySet<string> = new Set(['lake', 'park', 'mountain', 'sight', 'landmark', 'cape']);

/** Whether a name is a country or region to tour, and not a single place. */
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

/** Places this close are visited from one base: Malta, Singapore. */
const ONE_BASE_KM = 40;
const FEW_PLACES = 8;

/** Whether the best places of an area are too far apart for one stop. */
export function isSpread(name: string, places: PlaceKnowledge): boolean {
  const [first, ...others] = places.placesOf?.(name, { limit: FEW_PLACES }) ?? [];
  return first !== undefined && others.some((place) => distanceKm(place, first) >= ONE_BASE_KM);
}

/** Whether a point is in a country, a division or a region. */
export function isInside(
  point: Point,
  { type, name, country, extent }: Area,
  places: PlaceKnowledge,
): boolean {
  if (extent !== undefined) return isInExtent(point, extent);
  const division = type === 'division' ? { country, admin1: name } : { country };
  return places.isWithinRegion(point, division) === true;
}

/** Whether a point is in a rectangle on the map. */
export function isInExtent({ lat, lng }: Point, { west, south, east, north }: Extent): boolean {
  return lat >= south && lat <= north && lng >= west && lng <= east;
}

/** The width of an area, as far as known. */
export function widthKm({ extent }: Pick<PlaceCandidate, 'extent'>): number {
  if (extent === undefined) return 0;
  const { west, south, east, north } = extent;
  return distanceKm({ lat: south, lng: west }, { lat: north, lng: east });
}

/** Within this distance of an unwanted place, or on it, a town counts as the same: without Santorini, no Fira. */
const SAME_PLACE_KM = 12;

function isAtSkipped(place: Point, skip: readonly string[], places: PlaceKnowledge): boolean {
  return skip.some((name) => {
    const [gone] = places.resolve(name, { limit: 1, typos: false, near: place });
    if (gone === undefined || isRegion(name, places)) return false;
    return distanceKm(gone, place) <= Math.max(SAME_PLACE_KM, widthKm(gone) / 2);
  });
}

/** The constraints of a tour. */
export interface TourRequest
  extends Pick<PlannerRequest, 'days' | 'mode' | 'skip' | 'roundTrip' | 'constraints' | 'interests'> {
  readonly origin?: PlacedVisit | undefined;
  /** Its end. */
  readonly end?: PlacedVisit | undefined;
  readonly named: readonly PlacedVisit[];
  /** Whether it may visit other places of the region, however many were named. */
  readonly isWithOthers?: boolean | undefined;
  /** The number of others, if not determined by its length. */
  readonly others?: number | undefined;
}

/**
 * The stops of a tour through a region in the order of the route: the named ones, and as many of the best known as
 * there is time for. A remote place must be better known.
 */
export function placesToVisit(
  regions: readonly string[],
  request: TourRequest,
  places: PlaceKnowledge,
): readonly PlacedVisit[] {
  const { origin, end, named } = request;
  const ranked = rankedPlaces(regions, request, places).filter((place) => isOnTheWay(place, request));
  const isInside =
    origin !== undefined && ranked.some((place) => distanceKm(place, origin) < APART_KM.famous);
  const given = [...(isInside ? [origin] : []), ...named, ...(end ? [end] : [])];
  // If several places of a region are named, only those are visited.
  const isOpen =
    named.length < 2 || request.constraints?.cities !== undefined || request.isWithOthers === true;
  const fitting = request.others === undefined ? stopCount(request, given.length) : undefined;
  const wanted = isOpen ? (fitting ?? given.length + (request.others ?? 0)) : given.length;
  const chosen = chosenFrom(ranked, given, wanted, request);
  if (named.length > 1 && !isOpen) return chosen;
  return inOrder(chosen, { ...request, isInside });
}

/** The best known wanted places of some regions, liked ones first. */
function rankedPlaces(
  regions: readonly string[],
  { skip, constraints, interests }: Pick<PlannerRequest, 'skip' | 'constraints' | 'interests'>,
  places: PlaceKnowledge,
): readonly PlaceCandidate[] {
  const skipped = new Set([...skip, ...regions].map((name) => name.toLowerCase()));
  const ranked = inTurn(regions.map((region) => bestKnown(region, places)))
    .filter((place) => !skipped.has(place.name.toLowerCase()) && !isAtSkipped(place, skip, places))
    .filter((place) => widthKm(place) <= WIDEST_STOP_KM)
    .filter((place) => constraints?.way !== 'coast' || places.isByTheSea?.(place) !== false)
    // Cities are requested, so parks do not count.
    .filter(({ kind = 'town' }) => constraints?.cities === undefined || isSettlement(kind));
  return asLiked(ranked, interests, places);
}

/** The input for choosing the towns of an area. */
export interface AreaRequest extends Pick<PlannerRequest, 'mode' | 'skip' | 'constraints' | 'interests'> {
  /** The days spent in it. */
  readonly days: number;
  /** The other stops of the trip. */
  readonly besides: readonly Point[];
  /** The country of the trip: of an area across its border, only that part is meant. */
  readonly country?: string | undefined;
}

/** The towns of an area to stay at, the best first: as many as there is time for. */
export function townsToStay(
  area: string,
  request: AreaRequest,
  places: PlaceKnowledge,
): readonly PlacedVisit[] {
  const { country, besides } = request;
  const ranked = rankedPlaces([area], request, places).filter((place) =>
    besides.every((stop) => distanceKm(stop, place) >= APART_KM.famous),
  );
  const inside = ranked.filter((place) => place.country === country);
  const { cities: _c, ...constraints } = request.constraints ?? {};
  const tour = { ...request, constraints, named: [], roundTrip: false };
  return chosenFrom(inside.length > 0 ? inside : ranked, [], stopCount(tour, 1), tour);
}

function bestKnown(region: string, places: PlaceKnowledge): readonly PlaceCandidate[] {
  return places.placesOf?.(region, { limit: CONSIDERED }) ?? places.resolve(region, { limit: 1 });
}

/** Interleaves lists: the first of each, then the second of each, and so on. */
function inTurn<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

/** Adds the best known places to the given ones, as many as wanted. */
function chosenFrom(
  ranked: readonly PlaceCandidate[],
  given: readonly PlacedVisit[],
  wanted: number,
  request: TourRequest,
): readonly PlacedVisit[] {
  const chosen = [...given];
  const wild: PlacedVisit[] = [];
  // A named part of the country is one end of the tour: other places are chosen independently of it.
  const parts = request.isWithOthers ? request.named : [];
  const rated = () => chosen.filter((stop) => !parts.includes(stop));
  const rest = new Map(ranked.entries());
  const costOf = (rank: number, place: PlaceCandidate) =>
    rank + remoteness(place, rated(), request) - (isGateway(place, request) ? GATEWAY_RANKS : 0);
  while (chosen.length < wanted && rest.size > 0) {
    const [best] = [...rest]
      .map(([rank, place]) => ({ rank, place, cost: costOf(rank, place) }))
      .toSorted((a, b) => a.cost - b.cost);
    if (best === undefined) break;
    rest.delete(best.rank);
    const base = baseOf(best.place, ranked);
    if (base !== undefined) {
      if (ranked.indexOf(base) > best.rank) rest.set(best.rank, base);
      continue;
    }
    const isApart = (stop: PlacedVisit) =>
      distanceKm(stop, best.place) >= Math.max(apartKm(best.place), Math.min(stop.reachKm ?? 0, PART_KM));
    const stop = { ...visitAt(best.place), isChosen: true };
    // A place other than a town is visited from a nearby town that travellers go to anyway.
    const seen = wild.find((other) => distanceKm(other, best.place) < APART_KM.wild);
    const isBase = isSettlement(best.place.kind ?? 'town') && (best.place.renown ?? 0) >= BASE_RENOWN;
    if (seen !== undefined && isBase && chosen.every((other) => other === seen || isApart(other))) {
      chosen.splice(chosen.indexOf(seen), 1, stop);
      wild.splice(wild.indexOf(seen), 1);
    } else if (seen === undefined && chosen.every(isApart)) {
      chosen.push(stop);
      if (!isSettlement(best.place.kind ?? 'town')) wild.push(stop);
    }
  }
  return chosen;
}

/** The base of a place other than a town: a nearby town of about the same renown, if any. */
function baseOf(place: PlaceCandidate, ranked: readonly PlaceCandidate[]): PlaceCandidate | undefined {
  if (isSettlement(place.kind ?? 'town')) return undefined;
  return ranked.find(
    (town) =>
      isSettlement(town.kind ?? 'town') &&
      (town.renown ?? 0) >= Math.max(BASE_RENOWN, (place.renown ?? 0) - ABOUT_AS_KNOWN) &&
      distanceKm(town, place) <= BASE_KM,
  );
}

const BASE_KM = 50;
const ABOUT_AS_KNOWN = 10;

/** Without a given start, a tour starts in the capital if that is worth seeing. */
function isGateway({ kind, renown = 0 }: PlaceCandidate, { origin }: TourRequest): boolean {
  return origin === undefined && kind === 'capital' && renown >= CAPITAL_RENOWN;
}

const CAPITAL_RENOWN = 65;
/** The bonus of the place of arrival, in ranks. */
const GATEWAY_RANKS = 4;

/** Anything wider is visited from several places. */
const PART_KM = 100;

/** The limits of a detour on the way from one end to the other, in total and per day. */
const DETOUR = { times: 1.2, km: 100, backKm: 50, kmADay: 80 } as const;

function isOnTheWay(
  place: Point,
  { origin, end, days = DEFAULT_TOUR_DAYS, constraints }: TourRequest,
): boolean {
  if (origin === undefined || end === undefined) return true;
  const straight = distanceKm(origin, end);
  const rest = distanceKm(place, end);
  return (
    rest <= straight + DETOUR.backKm &&
    distanceKm(origin, place) + rest <=
      Math.max(straight * DETOUR.times + DETOUR.km, isByOwnStrength(constraints) ? 0 : days * DETOUR.kmADay)
  );
}

function isByOwnStrength({ travelBy: [means] = [] }: TripConstraints = {}): boolean {
  return means === 'bike' || means === 'foot';
}

const ISLANDS = /\b(?:islands?|island.hopping|inseln?|îles?|islas?)\b/i;
const NORTHERN_LIGHTS = /northern lights|aurora|polarlicht|aurores? bor|nordlicht/i;
/** North of this latitude, the northern lights are visible on most clear nights. */
const AURORA_LATITUDE = 64.5;

/** Places with a requested feature come first. */
function asLiked(
  ranked: readonly PlaceCandidate[],
  interests: readonly string[],
  places: PlaceKnowledge,
): readonly PlaceCandidate[] {
  const [first] = ranked;
  const isLiked = (place: PlaceCandidate) =>
    interests.some(
      (interest) =>
        (NORTHERN_LIGHTS.test(interest) && place.lat > AURORA_LATITUDE) ||
        (ISLANDS.test(interest) && first !== undefined && places.seaBetween?.(first, place) === 'ferry'),
    );
  const liked = ranked.filter(isLiked);
  return [...liked, ...ranked.filter((place) => !liked.includes(place))];
}

function apartKm({ kind = 'town', renown = 0 }: PlaceCandidate): number {
  if (!isSettlement(kind)) return APART_KM.wild;
  return renown >= FAMOUS ? APART_KM.famous : APART_KM.town;
}

function stopCount({ days, mode, constraints = {} }: TourRequest, named: number): number {
  const { cities, bases, pace = 'normal' } = constraints;
  if (cities !== undefined) return Math.max(cities, named);
  const daysAStop = mode === 'road' ? DAYS_A_STOP_BY_CAR : DAYS_A_STOP;
  const fitting = Math.max(Math.round((days ?? DEFAULT_TOUR_DAYS) / daysAStop[pace]), 1);
  return Math.max(Math.min(fitting, bases ?? MAX_STOPS, MAX_STOPS), named);
}

/** The cost of being far from the rest of the tour, in ranks. */
function remoteness(
  place: Point,
  chosen: readonly Point[],
  { origin, end }: Pick<TourRequest, 'origin' | 'end'>,
): number {
  const stops = chosen.length > 0 || origin === undefined ? chosen : [origin];
  if (stops.length === 0) return 0;
  const away = Math.min(...stops.map((stop) => distanceKm(stop, place)));
  const km = origin && end ? Math.min(away, 2 * offsetFromStretch(place, origin, end).offKm) : away;
  // For a region reached by plane, small differences in distance do not count.
  if (chosen.length === 0 && km > FLOWN_KM) return 0;
  return Math.max(km - NEAR_KM, 0) / KM_A_RANK;
}

function visitAt({ name, admin1, country, lat, lng, population, renown }: PlaceCandidate): PlacedVisit {
  const place = {
    name,
    ...(admin1 && { admin1 }),
    ...(country && { country }),
    lat,
    lng,
    population,
    renown,
  };
  // Naming a region includes its sights.
  return { ...place, isNamed: true };
}
