import { queryOf } from '../invariants/subject.ts';
import type { PlaceRef } from '../itinerary/itinerary.ts';
import { bareName, textOf, usablePoint } from '../itinerary/itinerary-view.ts';
import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import { distanceKm, drivingKm, type Point } from '../places/geo.ts';
import type { PlannerRequest } from '../wishes/request.ts';
import type { VisitWish } from '../wishes/wishes.ts';
import { isInside, isRegion } from './region-places.ts';
import type { Found } from './resolved-request.ts';

/** A trip through the best places of a region. */
export interface Tour {
  readonly regions: readonly string[];
  /** The places of them that were named. */
  readonly via: readonly VisitWish[];
  /** Where it has to end. */
  readonly end?: PlaceRef;
  /** Whether it goes to other places, too, however many were named. */
  readonly isWithOthers?: boolean;
}

/** Who has fewer days goes to the place that was named. */
const LEAST_DAYS = 6;
/** A region that is so far from the capital is a journey of its own. */
const FAR_PART_KM = 700;
/** So far one drives in a day, so that the days beyond are for what lies between. */
const DRIVEN_KM = 400;

/** The tour that a request is for, if it is for one. Named stops in the region are stops of the tour. */
export function tourIn(request: PlannerRequest, found: Found, places: PlaceKnowledge): Tour | undefined {
  const whole = touredRegion(request, places);
  if (whole !== undefined) return severalIn(whole, request, places);
  return tourWithPart(request, found, places);
}

/** "Belgium and the Netherlands": every country that was named is toured. A country around an island is toured, too. */
function severalIn(region: string, { via }: PlannerRequest, places: PlaceKnowledge): Tour {
  const inner = places.area?.(region);
  const around = via.find(({ name }) => isCountryOf(name, region, places));
  const outside = around && places.area?.(around.name);
  // "Ecuador and Galápagos": far from the country that it belongs to, a region is a part of the tour.
  if (around && inner && outside && distanceKm(inner.point, outside.point) > FAR_PART_KM) {
    const others = via.filter((visit) => visit !== around && bareName(visit.name) !== bareName(region));
    return { regions: [around.name], via: [...others, { name: region }], isWithOthers: true };
  }
  const isToured = ({ name, days }: VisitWish) => {
    const area = days === undefined ? places.area?.(name) : undefined;
    if (area === undefined || area.type === 'region' || bareName(name) === bareName(region)) return false;
    if (area.country !== inner?.country || area.type === inner.type) return true;
    return inner.type === 'region' && places.seaBetween?.(area.point, inner.point) !== 'none';
  };
  const others = via.filter(isToured).map(({ name }) => name);
  return { regions: [...others, region], via };
}

function touredRegion(
  { origin, destination, via, constraints }: PlannerRequest,
  places: PlaceKnowledge,
): string | undefined {
  const end = destination && usablePoint(destination) === undefined ? textOf(destination.name) : undefined;
  const isToured = end !== undefined && isRegion(queryOf({ ...destination, name: end }), places);
  // Among other places a region that is no country is a stop as they are.
  const others = via.filter(
    ({ name }) => bareName(name) !== bareName(end ?? '') && !isCountryOf(name, end, places),
  );
  const isTimed = others.length > 0 && others.length < via.length && via.some(isEndStay(end));
  const isStop = isTimed || (others.length > 0 && places.area?.(end ?? '')?.type === 'region');
  const { region, cities } = constraints ?? {};
  const isPart = region !== undefined && bareName(region) !== bareName(end ?? '');
  if (isToured && !isStop && !isPart) return end;
  const isFree = destination === undefined && (via.length === 0 || cities !== undefined);
  const isOnlyStart =
    isFree || (origin !== undefined && destination?.name === origin.name && via.length === 0);
  return region !== undefined && isOnlyStart && isRegion(region, places) ? region : undefined;
}

/** "Mexico, Yucatán": a country around the region that is toured says only where it is. */
function isCountryOf(name: string, region: string | undefined, places: PlaceKnowledge): boolean {
  const [around, inner] = [places.area?.(name), places.area?.(region ?? '')];
  return around?.type === 'country' && inner?.type === 'region' && around.country === inner.country;
}

/** "Kruger 6 nights, then Eswatini 2 nights": a country with a stay of its own among others is a stop as they are. */
function isEndStay(end: string | undefined): (visit: VisitWish) => boolean {
  return ({ name, days }) => days !== undefined && bareName(name) === bareName(end ?? '');
}

/** "Norway with Lofoten" is a tour of Norway, and "Vietnam from Hanoi to Saigon" one between its ends. */
function tourWithPart(request: PlannerRequest, found: Found, places: PlaceKnowledge): Tour | undefined {
  const { origin, destination, via, constraints, days, keep } = request;
  const { region, cities, bases } = constraints ?? {};
  if (region === undefined || destination === undefined || cities !== undefined || bases !== undefined) {
    return undefined;
  }
  const area = places.area?.(region);
  const point = pointOf(destination, found);
  const isStay = via.some((visit) => visit.days !== undefined);
  if (area === undefined || point === undefined || isStay || keep.length > 0) return undefined;
  if (!isRegion(region, places) || !isInside(point, area, places)) return undefined;
  if (days === undefined || days < LEAST_DAYS) return undefined;
  const start = origin && pointOf(origin, found);
  if (start === undefined) return withPart(request, region, found, places);
  const isBetween = via.length === 0 && area.type !== 'region' && isInside(start, area, places);
  const isLong = days > drivingKm(start, point) / DRIVEN_KM + LEAST_DAYS / 2;
  return isBetween && isLong && !request.roundTrip ? { regions: [region], via, end: destination } : undefined;
}

/** A city so near is where one arrives. */
const NEAR_CITY = { minPopulation: 50_000, withinKm: 60 };
/** So many days a place are for the places that were named. */
const DAYS_A_NAMED_PLACE = 3;

/** One part of a region, or several that are all far from any city, are no tour of it by themselves. */
function withPart(
  { destination, via, days = 0 }: PlannerRequest,
  region: string,
  found: Found,
  places: PlaceKnowledge,
): Tour | undefined {
  const all: VisitWish[] = [...via, ...(destination ? [{ name: queryOf(destination) }] : [])];
  const named = all.filter(({ name }) => !isWide(name, places));
  const isRemote = (place: PlaceRef) => {
    const point = pointOf(place, found);
    return point !== undefined && places.nearest(point, NEAR_CITY) === undefined;
  };
  const isOpen = named.length < 2 || (days > DAYS_A_NAMED_PLACE * named.length + 1 && named.every(isRemote));
  return isOpen ? { regions: [region], via: named, isWithOthers: true } : undefined;
}

/** What is wider is no stop: a tour of the region goes there anyway. */
const WIDEST_PART_KM = 450;

function isWide(name: string, places: PlaceKnowledge): boolean {
  const { extent } = places.area?.(name) ?? {};
  if (extent === undefined) return false;
  const { west, south, east, north } = extent;
  return distanceKm({ lat: south, lng: west }, { lat: north, lng: east }) > WIDEST_PART_KM;
}

function pointOf(place: PlaceRef, found: Found): Point | undefined {
  return usablePoint(place) ?? found.get(queryOf(place));
}
