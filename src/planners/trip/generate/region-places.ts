import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import { isSettlement } from '../places/gazetteer-format.ts';
import { distanceKm, offsetFromStretch, type Point, wayKm } from '../places/geo.ts';
import type { PlaceCandidate } from '../places/place-candidate.ts';
import type { PlannerRequest } from '../wishes/request.ts';
import type { PlacedVisit } from './resolved-request.ts';
import { visitOrder } from './visit-order.ts';

/** Days at each stop of a tour, by how fast one likes to travel. */
const DAYS_A_STOP = { slow: 4, normal: 2.5, fast: 1.8 } as const;
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

function widthKm({ extent }: Pick<PlaceCandidate, 'extent'>): number {
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
  const { origin, end, named, skip } = request;
  const skipped = new Set(skip.map((name) => name.toLowerCase()));
  for (const region of regions) skipped.add(region.toLowerCase());
  const ranked = inTurn(regions.map((region) => bestKnown(region, places)))
    .filter((place) => !skipped.has(place.name.toLowerCase()) && !isAtSkipped(place, skip, places))
    .filter((place) => widthKm(place) <= WIDEST_STOP_KM)
    // Who wants cities wants no park.
    .filter(({ kind = 'town' }) => request.constraints?.cities === undefined || isSettlement(kind))
    .filter((place) => isOnTheWay(place, request));
  const isInside =
    origin !== undefined && ranked.some((place) => distanceKm(place, origin) < APART_KM.famous);
  const given = [...(isInside ? [origin] : []), ...named, ...(end ? [end] : [])];
  // Who names several places of a region wants to see those.
  const isOpen =
    named.length < 2 || request.constraints?.cities !== undefined || request.isWithOthers === true;
  const wanted = isOpen ? stopCount(request, given.length) : given.length;
  const liked = asLiked(ranked, request.interests, places);
  const chosen = chosenFrom(liked, given, wanted, request);
  if (named.length > 1 && !isOpen) return chosen;
  return inOrder(chosen, { ...request, isInside });
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
  while (chosen.length < wanted && rest.size > 0) {
    const [best] = [...rest]
      .map(([rank, place]) => ({ rank, place, cost: rank + remoteness(place, rated(), request) }))
      .toSorted((a, b) => a.cost - b.cost);
    if (best === undefined) break;
    rest.delete(best.rank);
    const isApart = (stop: PlacedVisit) =>
      distanceKm(stop, best.place) >= (parts.includes(stop) ? PART_KM : apartKm(best.place));
    const stop = { ...visitAt(best.place), isChosen: given.length > 0 };
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

/** So far around a part of a country that was named, what there is to see is seen from there. */
const PART_KM = 100;

/** A detour that a way from one end to the other has time for. */
const DETOUR = { times: 1.2, km: 100, backKm: 50 } as const;

function isOnTheWay(place: Point, { origin, end }: TourRequest): boolean {
  if (origin === undefined || end === undefined) return true;
  const straight = distanceKm(origin, end);
  const rest = distanceKm(place, end);
  return (
    rest <= straight + DETOUR.backKm &&
    distanceKm(origin, place) + rest <= straight * DETOUR.times + DETOUR.km
  );
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

/** The stops in the order of the way. */
function inOrder(
  chosen: readonly PlacedVisit[],
  { origin, end, roundTrip, isInside }: TourRequest & { readonly isInside: boolean },
): readonly PlacedVisit[] {
  const others = chosen.filter((stop) => stop !== origin && stop !== end);
  if (origin === undefined && chosen.length === 0) return [];
  const start = origin ?? startOf(chosen, roundTrip);
  const inner = others.filter((stop) => stop !== start);
  const order = end ? [...visitOrder(start, end, inner, 1), end] : openOrder(start, inner, roundTrip);
  return origin === undefined || isInside ? [start, ...order] : order;
}

/** So many people make a city with an airport. */
const CITY_PEOPLE = 30_000;
/** Beginning at a city may make the way so many times as long as it has to be. */
const LONGER_FROM_CITY = 1.5;

/** Where one arrives: the largest city, unless the way from another stop is far shorter. */
function startOf(stops: readonly PlacedVisit[], roundTrip: boolean): PlacedVisit {
  const outer = outermost(stops);
  const city = stops.reduce((a, b) => (b.population > a.population ? b : a), outer);
  const lengthFrom = (start: PlacedVisit) =>
    wayKm([
      start,
      ...openOrder(
        start,
        stops.filter((stop) => stop !== start),
        roundTrip,
      ),
    ]);
  const isCity = city.population >= CITY_PEOPLE && lengthFrom(city) <= lengthFrom(outer) * LONGER_FROM_CITY;
  return isCity ? city : outer;
}

/** For so few stops every end is tried. */
const FEW_STOPS = 7;

/** The shortest way through all stops; it ends where it began, or at whichever stop makes it shortest. */
function openOrder(
  start: PlacedVisit,
  stops: readonly PlacedVisit[],
  roundTrip: boolean,
): readonly PlacedVisit[] {
  if (roundTrip) return visitOrder(start, start, stops, 1);
  const ends = stops.length > FEW_STOPS ? [farthestFrom(start, stops)] : stops;
  const orders = ends.map((end) => visitOrder(start, end, stops, 1));
  const [shortest = stops] = orders.toSorted((a, b) => wayKm([start, ...a]) - wayKm([start, ...b]));
  return shortest;
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

/** Where a way through all stops best begins: the stop that is farthest from the middle of them. */
function outermost(stops: readonly PlacedVisit[]): PlacedVisit {
  const sum = (stop: Point) => stops.reduce((km, other) => km + distanceKm(stop, other), 0);
  return stops.reduce((best, stop) => (sum(stop) > sum(best) ? stop : best));
}

function farthestFrom(start: PlacedVisit, stops: readonly PlacedVisit[]): PlacedVisit {
  return stops.reduce((far, stop) => (distanceKm(stop, start) > distanceKm(far, start) ? stop : far), start);
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
