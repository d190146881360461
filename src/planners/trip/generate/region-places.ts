import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import type { Extent } from '../places/gazetteer.ts';
import { isSettlement } from '../places/gazetteer-format.ts';
import { distanceKm, offsetFromStretch, type Point } from '../places/geo.ts';
import type { PlaceCandidate } from '../places/place-candidate.ts';
import type { Area } from '../places/region-places.ts';
import type { TripConstraints } from '../wishes/constraints.ts';
import type { PlannerRequest } from '../wishes/request.ts';
import type { PlacedVisit } from './resolved-request.ts';
import { inOrder } from './tour-order.ts';

/** Days at each stop of a tour, by how fast one likes to travel. */
const DAYS_A_STOP = { slow: 4, normal: 2.2, fast: 1.7 } as const;
/** Who drives gets around more. */
const DAYS_A_STOP_BY_CAR = { slow: 3.5, normal: 2.1, fast: 1.6 } as const;
const DEFAULT_TOUR_DAYS = 7;
const MOST_STOPS = 12;
/** Nearer to a stop of the tour, a place is seen from there: a town less famous, and what is no town, from farther away. */
const APART_KM = { famous: 30, town: 45, wild: 90 } as const;
const FAMOUS = 75;
/** A town so well known is where one stays to see what is around it. */
const BASE_RENOWN = 55;
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

/** Places so close to each other are seen from one of them: Malta, Singapore. */
const ONE_BASE_KM = 40;
const FEW_PLACES = 8;

/** Whether the best places of an area are too far from each other for one stop. */
export function isSpread(name: string, places: PlaceKnowledge): boolean {
  const [first, ...others] = places.placesOf?.(name, { limit: FEW_PLACES }) ?? [];
  return first !== undefined && others.some((place) => distanceKm(place, first) >= ONE_BASE_KM);
}

/** Whether a point lies in a country, a division or a region. */
export function isInside(
  point: Point,
  { type, name, country, extent }: Area,
  places: PlaceKnowledge,
): boolean {
  if (extent !== undefined) return isInExtent(point, extent);
  const division = type === 'division' ? { country, admin1: name } : { country };
  return places.isWithinRegion(point, division) === true;
}

/** Whether a point lies in a rectangle on the map. */
export function isInExtent({ lat, lng }: Point, { west, south, east, north }: Extent): boolean {
  return lat >= south && lat <= north && lng >= west && lng <= east;
}

/** How far it is across an area, as far as that is known. */
export function widthKm({ extent }: Pick<PlaceCandidate, 'extent'>): number {
  if (extent === undefined) return 0;
  const { west, south, east, north } = extent;
  return distanceKm({ lat: south, lng: west }, { lat: north, lng: east });
}

/** Nearer to a place that is not wanted, or on it, a town is the same place: who leaves out Santorini does not go to Fira. */
const SAME_PLACE_KM = 12;

function isAtSkipped(place: Point, skip: readonly string[], places: PlaceKnowledge): boolean {
  return skip.some((name) => {
    const [gone] = places.resolve(name, { limit: 1, typos: false, near: place });
    if (gone === undefined || isRegion(name, places)) return false;
    return distanceKm(gone, place) <= Math.max(SAME_PLACE_KM, widthKm(gone) / 2);
  });
}

/** What a tour of a region has to keep to. */
export interface TourRequest
  extends Pick<PlannerRequest, 'days' | 'mode' | 'skip' | 'roundTrip' | 'constraints' | 'interests'> {
  readonly origin?: PlacedVisit | undefined;
  /** Where it has to end. */
  readonly end?: PlacedVisit | undefined;
  readonly named: readonly PlacedVisit[];
  /** Whether it goes to other places of the region, too, however many were named. */
  readonly isWithOthers?: boolean | undefined;
  /** To how many others, where that is not up to its length. */
  readonly others?: number | undefined;
}

/**
 * The stops of a tour through a region in the order of the way: those that were named, and of the best known as many as
 * there is time for. A place that is far from all the others has to be so much better known.
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
  // Who names several places of a region wants to see those.
  const isOpen =
    named.length < 2 || request.constraints?.cities !== undefined || request.isWithOthers === true;
  const fitting = request.others === undefined ? stopCount(request, given.length) : undefined;
  const wanted = isOpen ? (fitting ?? given.length + (request.others ?? 0)) : given.length;
  const chosen = chosenFrom(ranked, given, wanted, request);
  if (named.length > 1 && !isOpen) return chosen;
  return inOrder(chosen, { ...request, isInside });
}

/** The best known places of some regions that are wanted, those that are liked before the others. */
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
    // Who wants cities wants no park.
    .filter(({ kind = 'town' }) => constraints?.cities === undefined || isSettlement(kind));
  return asLiked(ranked, interests, places);
}

/** What the towns of an area are chosen by. */
export interface AreaRequest extends Pick<PlannerRequest, 'mode' | 'skip' | 'constraints' | 'interests'> {
  /** How many days are spent in it. */
  readonly days: number;
  /** The other stops of the trip. */
  readonly besides: readonly Point[];
  /** The country that the trip stays in: of an area across its border, only that part is meant. */
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

/** The first of each list, then the second of each, and so on. */
function inTurn<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

/** Adds the best known places to those that are given, as many as are wanted. */
function chosenFrom(
  ranked: readonly PlaceCandidate[],
  given: readonly PlacedVisit[],
  wanted: number,
  request: TourRequest,
): readonly PlacedVisit[] {
  const chosen = [...given];
  const wild: PlacedVisit[] = [];
  // A part of the country that was named is one of its ends: what else is seen is chosen as if it were not there.
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
    // What is no town is seen from a town beside it, where travellers go there anyway.
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

/** What is no town is seen from a town near it that is about as well known, where there is one. */
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

/** Nobody said where the tour starts: one arrives in the capital, where that is worth seeing. */
function isGateway({ kind, renown = 0 }: PlaceCandidate, { origin }: TourRequest): boolean {
  return origin === undefined && kind === 'capital' && renown >= CAPITAL_RENOWN;
}

const CAPITAL_RENOWN = 65;
/** So many ranks better it is for being where one arrives. */
const GATEWAY_RANKS = 4;

/** What is wider is seen from several places. */
const PART_KM = 100;

/** A detour that a way from one end to the other has time for, and what it may be for each day. */
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
/** Where the northern lights are seen on most clear nights. */
const AURORA_LATITUDE = 64.5;

/** The places that what was asked for is at come first. */
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
  return Math.max(Math.min(fitting, bases ?? MOST_STOPS, MOST_STOPS), named);
}

/** What it costs to be far from the rest of the tour, in ranks. */
function remoteness(
  place: Point,
  chosen: readonly Point[],
  { origin, end }: Pick<TourRequest, 'origin' | 'end'>,
): number {
  const stops = chosen.length > 0 || origin === undefined ? chosen : [origin];
  if (stops.length === 0) return 0;
  const away = Math.min(...stops.map((stop) => distanceKm(stop, place)));
  const km = origin && end ? Math.min(away, 2 * offsetFromStretch(place, origin, end).offKm) : away;
  // Where one flies to the region, a little nearer counts for nothing.
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
  // Who names a region names what there is to see in it.
  return { ...place, isNamed: true };
}
