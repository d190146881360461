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
  const destination = placeOf('destination', request.destination, [], places);
  const origin = placeOf('origin', request.origin, [destination], places);
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
  return { origin, destination, via: [...others, ...kept] };
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
