import { TripError } from '../error.ts';
import { queryOf } from '../invariants/subject.ts';
import type { Anchor, PlaceRef } from '../itinerary.ts';
import { bareName, textOf, usablePoint } from '../itinerary-view.ts';
import type { FixedPlace } from '../mutation.ts';
import type { PlaceKnowledge } from '../place-knowledge.ts';
import { distanceKm, type Point } from '../places/geo.ts';
import type { PlannerRequest } from '../request.ts';

/** A place to stop at that is known, and for how long. */
export interface PlacedVisit extends FixedPlace {
  readonly population: number;
  readonly days?: number | undefined;
  readonly window?: readonly [number, number] | undefined;
  /** A stop that has to be in the trip just as it is. */
  readonly kept?: Anchor;
}

/** A request whose places are found. */
export interface ResolvedRequest {
  readonly origin: PlacedVisit;
  readonly destination: PlacedVisit;
  readonly via: readonly PlacedVisit[];
}

/** Finds the places of a request. Of several of one name, the one that lies near the others is meant. */
export function resolveRequest(request: PlannerRequest, places: PlaceKnowledge): ResolvedRequest {
  const { origin, destination } = endsOf(request, places);
  const near = [origin, destination];
  const skipped = new Set(request.skip.map(bareName));
  const via = request.via
    .filter(({ name }) => !skipped.has(bareName(name)))
    .map((visit) => ({ ...placeOf('stop', visit, near, places), days: visit.days, window: visit.window }));
  const kept = request.keep.flatMap((anchor): PlacedVisit[] => {
    const point = usablePoint(anchor);
    const { name, admin1, country } = anchor;
    if (point === undefined || near.some((end) => distanceKm(end, point) < 2)) return [];
    return [
      { name, ...(admin1 && { admin1 }), ...(country && { country }), ...point, population: 0, kept: anchor },
    ];
  });
  const others = via.filter((visit) => !kept.some((anchor) => distanceKm(anchor, visit) < 2));
  return { origin, destination, via: [...distinct(others), ...kept] };
}

/** Each place once, with the wish that says how long. */
export function distinct(places: readonly PlacedVisit[]): PlacedVisit[] {
  const found: PlacedVisit[] = [];
  for (const place of places) {
    const at = found.findIndex((other) => distanceKm(other, place) < 2);
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
): Pick<ResolvedRequest, 'origin' | 'destination'> {
  if (isQualified(start) && !isQualified(end)) {
    const origin = placeOf('origin', start, [], places);
    return { origin, destination: placeOf('destination', end, [origin], places) };
  }
  const destination = placeOf('destination', end, [], places);
  const origin = placeOf('origin', start, [destination], places);
  if (mode !== 'road' || distanceKm(origin, destination) <= MOST_DRIVEN_KM) return { origin, destination };
  const begun = placeOf('origin', start, [], places);
  return { origin: begun, destination: placeOf('destination', end, [begun], places) };
}

function isQualified(place: PlaceRef | undefined): boolean {
  return place !== undefined && (place.country !== undefined || (textOf(place.name) ?? '').includes(','));
}

function placeOf(
  what: string,
  place: PlaceRef | undefined,
  near: readonly Point[],
  places: PlaceKnowledge,
): PlacedVisit {
  const name = textOf(place?.name);
  const point = place && usablePoint(place);
  if (place === undefined || (name === undefined && point === undefined)) throw notFound(what, undefined);
  const candidates =
    name === undefined
      ? []
      : places.resolve(queryOf(place), { limit: 5, typos: false, ...(near.length > 0 && { near }) });
  const found = point ? candidates.find((candidate) => distanceKm(candidate, point) < 100) : candidates[0];
  if (point) {
    const { admin1, country } = found ?? place;
    return {
      name: found?.name ?? name ?? 'the place',
      ...(admin1 && { admin1 }),
      ...(country && { country }),
      ...point,
      population: found?.population ?? 0,
    };
  }
  if (found === undefined) throw notFound(what, name);
  return {
    name: found.name,
    ...(found.admin1 !== '' && { admin1: found.admin1 }),
    ...(found.country !== '' && { country: found.country }),
    lat: found.lat,
    lng: found.lng,
    population: found.population,
  };
}

function notFound(what: string, name: string | undefined): TripError {
  return new TripError('place-not-found', {
    expected: `${what === 'origin' ? 'an' : 'a'} ${what} that is known, or has coordinates`,
    actual: name === undefined ? `no ${what}` : JSON.stringify(name),
    fix: 'Write the name as on a map, with the state or country behind a comma, or give lat and lng.',
  });
}
