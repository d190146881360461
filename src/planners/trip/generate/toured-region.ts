import { queryOf } from '../invariants/subject.ts';
import type { PlaceRef } from '../itinerary/itinerary.ts';
import { bareName, textOf, usablePoint } from '../itinerary/itinerary-view.ts';
import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import { distanceKm, drivingKm, type Point } from '../places/geo.ts';
import type { Area } from '../places/region-places.ts';
import type { FullContext } from '../planner-context.ts';
import type { PlannerRequest } from '../requirements/planner-request.ts';
import type { RequestedStop } from '../requirements/requirements.ts';
import { daysWorth, sightsAt } from './days-worth.ts';
import { isInExtent, isInside, isRegion } from './region-places.ts';
import type { Found } from './request-places.ts';

/** A trip through the best places of a region. */
export interface Tour {
  readonly regions: readonly string[];
  /** The places of them that were named. */
  readonly via: readonly RequestedStop[];
  /** Where it has to end. */
  readonly end?: PlaceRef & Omit<RequestedStop, 'name'>;
  /** Whether it goes to other places, too, however many were named. */
  readonly isWithOthers?: boolean;
  /** To how many others, where that is not up to its length. */
  readonly others?: number;
}

/** Who has fewer days goes to the place that was named. */
const MIN_DAYS = 6;
/** A region that is so far from the capital is a journey of its own. */
const FAR_PART_KM = 700;
/** So far one drives in a day, so that the days beyond are for what lies between. */
const DRIVEN_KM = 400;
/** The same by train or plane. */
const CARRIED_KM = 800;

function isCarried({ travelBy: [means] = [] }: NonNullable<PlannerRequest['constraints']> = {}): boolean {
  return means === 'train' || means === 'flight';
}

/** What tours are made by. */
export type TourContext = Pick<FullContext, 'places' | 'thingsToDo'>;

/** The tour that a request is for, if it is for one. Named stops in the region are stops of the tour. */
export function tourIn(request: PlannerRequest, found: Found, context: TourContext): Tour | undefined {
  const whole = touredRegion(request, context.places);
  if (whole !== undefined) return severalIn(whole, request, context.places);
  return tourWithPart(request, found, context);
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
  const isToured = ({ name, days }: RequestedStop) => {
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
function isEndStay(end: string | undefined): (visit: RequestedStop) => boolean {
  return ({ name, days }) => days !== undefined && bareName(name) === bareName(end ?? '');
}

/**
 * "Norway with Lofoten" is a tour of Norway, and "Vietnam from Hanoi to Saigon" one between its ends. Where the places that
 * were named take all the time, it is no tour: who names several goes there.
 */
function tourWithPart(request: PlannerRequest, found: Found, context: TourContext): Tour | undefined {
  const { origin, destination, via, constraints, days, keep, roundTrip } = request;
  const { region, cities, bases } = constraints ?? {};
  if (region === undefined || destination === undefined || cities !== undefined || bases !== undefined) {
    return undefined;
  }
  const { places } = context;
  const area = places.area?.(region);
  const isGoal = ({ name }: RequestedStop) => bareName(name) === bareName(destination.name ?? '');
  const stay = via.find(isGoal);
  const between = via.filter((visit) => bareName(visit.name) !== bareName(region) && !isGoal(visit));
  const named: readonly RequestedStop[] = [...between, { ...stay, name: queryOf(destination) }];
  // A stay without a length takes the remaining days. If all have one, the days go to other places.
  const isTimed = named.every((visit) => visit.days !== undefined);
  if (area === undefined || keep.length > 0) return undefined;
  if (!isTimed && named.some((visit) => visit.days !== undefined)) return undefined;
  if (!isRegion(region, places) || !touches(destination, area, found, places)) return undefined;
  if (days === undefined || days < MIN_DAYS) return undefined;
  const start = origin && pointOf(origin, found);
  const isStart = start !== undefined && (isInside(start, area, places) || isBeside(start, area));
  const end = pointOf(destination, found);
  const isPart = isRegion(queryOf(destination), places);
  const needed = named.reduce(
    (sum, place) => sum + (place.days ?? daysFor(place, request, found, context)),
    0,
  );
  const spare = days - needed - (isStart ? DAYS_AT_START : 0);
  const isRemote = (place: PlaceRef) => {
    const point = pointOf(place, found);
    return point !== undefined && places.nearest(point, NEAR_CITY) === undefined;
  };
  if (isTimed && spare < WORTH_OTHERS) return undefined;
  const isFar = days > DAYS_A_NAMED_PLACE * named.length + 1 && named.every(isRemote);
  const isBetween = isStart && between.length === 0 && end !== undefined && !isPart && !roundTrip;
  // Who names several places for all the days goes there.
  const isFull = named.length >= SEVERAL_NAMED && days <= named.length * ENOUGH_DAYS_A_PLACE;
  if (isFull && !isPart) return undefined;
  const isOpen = isBetween
    ? days > drivingKm(start, end) / (isCarried(constraints) ? CARRIED_KM : DRIVEN_KM) + MIN_DAYS / 2
    : spare >= WORTH_OTHERS || isFar || (named.length < 2 && (start === undefined || isPart));
  if (!isOpen) return undefined;
  const isEnd = start !== undefined && !isPart && !roundTrip;
  const requested = isEnd ? between : named;
  const others = isBetween || isFar || named.length < 2 ? undefined : Math.round(spare / DAYS_ELSEWHERE);
  return {
    regions: [region],
    via: requested,
    isWithOthers: true,
    ...(others !== undefined && { others }),
    ...(isEnd && { end: { ...stay, ...destination } }),
  };
}

/** The maximum distance of a city that serves as the arrival point. */
const NEAR_CITY = { minPopulation: 50_000, withinKm: 60 };
/** So many days a place are for the places that were named. */
const DAYS_A_NAMED_PLACE = 3;
/** So many places with no more days each are all of a trip. */
const SEVERAL_NAMED = 3;
const ENOUGH_DAYS_A_PLACE = 3.5;
/** So many days to spare are worth going elsewhere, and so many are spent at each place there. */
const WORTH_OTHERS = 2;
const DAYS_ELSEWHERE = 2.5;
const DAYS_AT_START = 2;
/** The days for a named part of a region that is toured itself. */
const DAYS_IN_PART = 8;
const MIN_DAYS_NAMED = 2;

/** How many days a place is worth that was named. */
function daysFor(
  place: PlaceRef,
  { interests }: PlannerRequest,
  found: Found,
  { places, thingsToDo }: TourContext,
): number {
  const point = pointOf(place, found);
  if (point === undefined || isRegion(place.name, places)) return DAYS_IN_PART;
  const sights = sightsAt({ ...point, name: place.name }, { thingsToDo, interests });
  return Math.max(daysWorth(sights), MIN_DAYS_NAMED);
}

/** Whether a place lies in an area, or is an area that reaches into it. */
function touches(place: PlaceRef, area: Area, found: Found, places: PlaceKnowledge): boolean {
  const point = pointOf(place, found);
  if (point !== undefined && (isInside(point, area, places) || isBeside(point, area))) return true;
  return reachesInto(place, area, places);
}

function reachesInto(place: PlaceRef, area: Area, places: PlaceKnowledge): boolean {
  if (!isRegion(place.name, places) || area.country === '') return false;
  return (places.placesOf?.(place.name, { limit: 40 }) ?? []).some(({ country }) => country === area.country);
}

/** A region without borders reaches a little farther than the map says, by this share of its width. */
const EDGE = 0.25;

function isBeside({ lat, lng }: Point, { extent }: Area): boolean {
  if (extent === undefined) return false;
  const { west, south, east, north } = extent;
  const [up, right] = [(north - south) * EDGE, (east - west) * EDGE];
  return isInExtent(
    { lat, lng },
    { west: west - right, south: south - up, east: east + right, north: north + up },
  );
}

/** "Morocco with the Sahara": the tour is of the country that is named together with places in it. */
export function withinCountry(request: PlannerRequest, found: Found, places: PlaceKnowledge): PlannerRequest {
  const { via, destination, constraints } = request;
  if (constraints?.region !== undefined || destination === undefined) return request;
  const countries = via.filter(
    ({ name, days }) => days === undefined && places.area?.(name)?.type === 'country',
  );
  const [country] = countries;
  const area = country && places.area?.(country.name);
  if (country === undefined || area === undefined || countries.length > 1) return request;
  if (isCountryOf(country.name, destination.name, places)) return request;
  const others = via.filter((visit) => visit !== country);
  const isIn = (place: PlaceRef) =>
    found.get(queryOf(place))?.country === area.country || reachesInto(place, area, places);
  if (![...others, destination].every(isIn)) return request;
  return { ...request, via: others, constraints: { ...constraints, region: country.name } };
}

function pointOf(place: PlaceRef, found: Found): Point | undefined {
  return usablePoint(place) ?? found.get(queryOf(place));
}
