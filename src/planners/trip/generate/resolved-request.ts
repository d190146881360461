import { TripError } from '../error.ts';
import { queryOf } from '../invariants/subject.ts';
import type { Anchor, PlaceRef } from '../itinerary.ts';
import { bareName, textOf, usablePoint } from '../itinerary-view.ts';
import type { FixedPlace } from '../mutation.ts';
import type { PlaceKnowledge } from '../place-knowledge.ts';
import { distanceKm, type Point } from '../places/geo.ts';
import type { PlaceCandidate } from '../places/place-candidate.ts';
import type { PlannerRequest } from '../request.ts';
import type { VisitWish } from '../wishes.ts';
import { isRegion, placesToVisit } from './region-places.ts';

/** A place to stop at that is known, and for how long. */
export interface PlacedVisit extends FixedPlace {
  readonly population: number;
  readonly days?: number | undefined;
  readonly bound?: VisitWish['bound'];
  readonly window?: readonly [number, number] | undefined;
  /** A stop that has to be in the trip just as it is. */
  readonly kept?: Anchor;
  /** Whether a traveller named it. Others were chosen for them. */
  readonly isNamed?: boolean;
}

/** A request whose places are found. */
export interface ResolvedRequest {
  readonly origin: PlacedVisit;
  readonly destination: PlacedVisit;
  readonly via: readonly PlacedVisit[];
  /** The origin is a stop of its own: nobody said where the trip starts, or how long to stay there was said. */
  readonly isOriginVisited: boolean;
  /** It leads through its stops rather than to its destination. */
  readonly isTour: boolean;
}

/**
 * Finds the places of a request. Of several of one name, the one that lies near the others is meant. Who does not say where
 * the trip starts begins at the first stop, and a country or region is a tour through its best places.
 */
export function resolveRequest(request: PlannerRequest, places: PlaceKnowledge): ResolvedRequest {
  const country = countryOf(request, places);
  const { origin: start, destination: end } = request;
  const toured = touredRegion(request, places);
  if (toured !== undefined) return tourOf(toured, request, places);
  const firstStop = request.via.find(({ name }) => !isSkipped(name, request));
  const wantedEnd = end ?? request.via.findLast(({ name }) => !isSkipped(name, request));
  const ends = endsOf(
    { ...request, origin: start ?? firstStop ?? end, destination: wantedEnd },
    places,
    country,
  );
  const near = [ends.origin, ends.destination];
  const stops = stopsOf(request, near, places, country);
  const isOriginVisited =
    start === undefined || stops.some((stop) => isSamePlace(stop, ends.origin) && stop.days !== undefined);
  const own = (place: PlacedVisit): PlacedVisit => {
    const stay = stops.find((stop) => isSamePlace(stop, place) && !stop.kept);
    return { ...place, isNamed: true, days: stay?.days, bound: stay?.bound, window: stay?.window };
  };
  const isVisitedStart = isOriginVisited || stops.some((stop) => isSamePlace(stop, ends.origin));
  return {
    origin: isVisitedStart ? own(ends.origin) : { ...ends.origin, isNamed: true },
    destination: own(ends.destination),
    via: stops.filter((stop) => !near.some((place) => isSamePlace(place, stop))),
    isOriginVisited: isVisitedStart,
    isTour: start === undefined,
  };
}

function isSkipped(name: string, { skip }: Pick<PlannerRequest, 'skip'>): boolean {
  return skip.some((gone) => bareName(gone) === bareName(name));
}

const SAME_PLACE_KM = 2;

/** Whether two places are one. */
export function isSamePlace(a: Point, b: Point): boolean {
  return distanceKm(a, b) <= SAME_PLACE_KM;
}

/** The country that the whole trip stays in, where it was said. */
function countryOf({ constraints }: PlannerRequest, places: PlaceKnowledge): string | undefined {
  const { region } = constraints ?? {};
  if (region === undefined) return undefined;
  const [found] = places.resolve(region, { limit: 1, typos: false });
  return found?.match === 'region' && found.country !== '' ? found.country : undefined;
}

/** The country or region that a trip is a tour of. Named stops in it are stops of the tour. */
function touredRegion(
  { origin, destination, via, constraints }: PlannerRequest,
  places: PlaceKnowledge,
): string | undefined {
  const end = destination && usablePoint(destination) === undefined ? textOf(destination.name) : undefined;
  if (end !== undefined && isRegion(queryOf({ ...destination, name: end }), places)) return end;
  const { region, cities } = constraints ?? {};
  const isFree = destination === undefined && (via.length === 0 || cities !== undefined);
  const isOnlyStart =
    isFree || (origin !== undefined && destination?.name === origin.name && via.length === 0);
  return region !== undefined && isOnlyStart && isRegion(region, places) ? region : undefined;
}

function tourOf(region: string, request: PlannerRequest, places: PlaceKnowledge): ResolvedRequest {
  const country = countryOf({ ...request, constraints: { ...request.constraints, region } }, places);
  const named = stopsOf(request, [], places, country);
  const origin = request.origin && placeOf('origin', request.origin, { near: named, country }, places);
  const stops = placesToVisit(region, { ...request, origin, named }, places);
  const [first] = stops;
  const last = stops.at(-1);
  if (first === undefined || last === undefined) throw notFound('destination', region);
  const isInside = origin !== undefined && stops.some((stop) => isSamePlace(stop, origin));
  if (origin === undefined) {
    return { origin: first, destination: last, via: stops.slice(1, -1), isOriginVisited: true, isTour: true };
  }
  const rest = stops.filter((stop) => !isSamePlace(stop, origin));
  const end = rest.at(-1) ?? origin;
  return { origin, destination: end, via: rest.slice(0, -1), isOriginVisited: isInside, isTour: true };
}

/** The stops that were named, each once, and those that have to stay. */
function stopsOf(
  request: PlannerRequest,
  ends: readonly PlacedVisit[],
  places: PlaceKnowledge,
  country: string | undefined,
): readonly PlacedVisit[] {
  const wanted = request.via.filter(({ name }) => !isSkipped(name, request));
  const first = wanted.map((visit) => placed(visit, ends));
  // Once more, beside all the others: the first of a list was looked for alone.
  const via = ends.length > 0 ? first : wanted.map((visit, at) => placed(visit, first.toSpliced(at, 1)));
  const kept = request.keep.flatMap((anchor): PlacedVisit[] => {
    const point = usablePoint(anchor);
    const { name, admin1, country: within } = anchor;
    if (point === undefined || ends.some((end) => isSamePlace(end, point))) return [];
    return [
      {
        name,
        ...(admin1 && { admin1 }),
        ...(within && { country: within }),
        ...point,
        population: 0,
        kept: anchor,
        isNamed: true,
      },
    ];
  });
  const others = via.filter((visit) => !kept.some((anchor) => isSamePlace(anchor, visit)));
  return [...distinct(others), ...kept];

  function placed(visit: VisitWish, near: readonly Point[]): PlacedVisit {
    const { days, bound, window } = visit;
    return { ...placeOf('stop', visit, { near, country }, places), days, bound, window, isNamed: true };
  }
}

/** Each place once, with the wish that says how long. */
export function distinct(places: readonly PlacedVisit[]): PlacedVisit[] {
  const found: PlacedVisit[] = [];
  for (const place of places) {
    const at = found.findIndex((other) => isSamePlace(other, place));
    const before = found[at];
    if (before === undefined) found.push(place);
    else found[at] = { ...before, days: before.days ?? place.days, window: before.window ?? place.window };
  }
  return found;
}

/** Farther apart, one does not drive from one end of a trip to the other. */
const MOST_DRIVEN_KM = 6000;

/**
 * The origin is looked for near the destination, unless only the origin says where it is: from San José, Costa Rica one goes
 * to Panama City in Panama, not to that in Florida. On a road trip that nobody would drive it is the other way round: from
 * Madrid one drives to Toledo in Spain, not to that in Ohio.
 */
function endsOf(
  { origin: start, destination: end, mode }: PlannerRequest,
  places: PlaceKnowledge,
  country: string | undefined,
): Pick<ResolvedRequest, 'origin' | 'destination'> {
  const at = (near: readonly Point[]) => ({ near, country });
  if (isQualified(start) && !isQualified(end)) {
    const origin = placeOf('origin', start, at([]), places);
    return { origin, destination: placeOf('destination', end, at([origin]), places) };
  }
  const destination = placeOf('destination', end, at([]), places);
  const origin = placeOf('origin', start, at([destination]), places);
  if (mode !== 'road' || distanceKm(origin, destination) <= MOST_DRIVEN_KM) return { origin, destination };
  const begun = placeOf('origin', start, at([]), places);
  return { origin: begun, destination: placeOf('destination', end, at([begun]), places) };
}

function isQualified(place: PlaceRef | undefined): boolean {
  return place !== undefined && (place.country !== undefined || (textOf(place.name) ?? '').includes(','));
}

/** Where a place is looked for. */
interface Around {
  readonly near: readonly Point[];
  readonly country: string | undefined;
}

function placeOf(
  what: string,
  place: PlaceRef | undefined,
  { near, country: within }: Around,
  places: PlaceKnowledge,
): PlacedVisit {
  const name = textOf(place?.name);
  const point = place && usablePoint(place);
  if (place === undefined || (name === undefined && point === undefined)) throw notFound(what, undefined);
  const query = name === undefined ? '' : queryOf({ ...place, name });
  const candidates = name === undefined ? [] : found(query, near, within, places);
  const best = point ? candidates.find((candidate) => distanceKm(candidate, point) < 100) : candidates[0];
  if (point) {
    const { admin1, country } = best ?? place;
    return {
      name: best?.name ?? name ?? 'the place',
      ...(admin1 && { admin1 }),
      ...(country && { country }),
      ...point,
      population: best?.population ?? 0,
    };
  }
  if (best === undefined) throw notFound(what, name);
  return {
    name: spelledAs(name ?? '', best),
    ...(best.admin1 !== '' && { admin1: best.admin1 }),
    ...(best.country !== '' && { country: best.country }),
    lat: best.lat,
    lng: best.lng,
    population: best.population,
  };
}

const SHORTEST_SPELLING = 4;

/** How a traveller wrote a name that has several: "Cologne" and not "Köln". A short form or a code is written in full. */
export function spelledAs(said: string, { name, match }: Pick<PlaceCandidate, 'name' | 'match'>): string {
  const [first = ''] = said.split(',');
  const own = first.trim();
  const isSpelling = match === 'alternate' || match === 'nickname';
  if (!isSpelling || own.length < SHORTEST_SPELLING || own === own.toUpperCase()) return name;
  if (name.toLowerCase().includes(own.toLowerCase())) return name;
  return own === own.toLowerCase()
    ? own.replaceAll(/(?<=^|[\s-])\p{Ll}/gu, (first) => first.toUpperCase())
    : own;
}

/** In the country that was said, or else wherever it is: who tours Georgia may begin in Istanbul. */
function found(query: string, near: readonly Point[], country: string | undefined, places: PlaceKnowledge) {
  const around = near.length > 0 ? { near } : {};
  const inside = country === undefined ? [] : places.resolve(query, { ...around, country, typos: false });
  return inside.length > 0 ? inside : places.resolve(query, around);
}

function notFound(what: string, name: string | undefined): TripError {
  return new TripError('place-not-found', {
    expected: `${what === 'origin' ? 'an' : 'a'} ${what} that is known, or has coordinates`,
    actual: name === undefined ? `no ${what}` : JSON.stringify(name),
    fix: 'Write the name as on a map, with the state or country behind a comma, or give lat and lng.',
  });
}
