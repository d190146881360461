import { TripError } from '../error.ts';
import { queryOf } from '../invariants/subject.ts';
import type { PlaceRef } from '../itinerary/itinerary.ts';
import { textOf, usablePoint } from '../itinerary/itinerary-view.ts';
import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import { distanceKm, type Point } from '../places/geo.ts';
import { isCityCountry, type PlaceCandidate } from '../places/place-candidate.ts';
import type { PlannerRequest } from '../requirements/planner-request.ts';
import { spelledAs } from './place-spelling.ts';
import { isRegion, isSpread, widthKm } from './region-places.ts';
import type { PlacedVisit } from './resolved-request.ts';

/** What the names of a request mean, each by its query. */
export type Found = ReadonlyMap<string, PlaceCandidate>;

/** Resolves all names of a request together, preferably in the requested country. */
export function resolveNames(request: PlannerRequest, places: PlaceKnowledge): Found {
  const { origin, destination, via } = request;
  const named = [origin, ...via, destination].filter((place) => place !== undefined);
  const open = named.filter((place) => usablePoint(place) === undefined && textOf(place.name) !== undefined);
  const queries = [...new Set(open.map(queryOf))];
  const near = named.flatMap((place) => usablePoint(place) ?? []);
  const found = new Map<string, PlaceCandidate>();
  const meant = places.resolveTogether?.(queries, { ...(near.length > 0 && { near }) }) ?? [];
  const country = countryOf(request, meant, places);
  for (const [at, query] of queries.entries()) {
    const candidate = meant[at];
    const around = [...near, ...meant.filter((other) => other !== undefined && other !== candidate)].filter(
      (point) => point !== undefined,
    );
    const inside = country === undefined ? undefined : firstOf(query, { near: around, country }, places);
    const isOpen = candidate === undefined || (country !== undefined && candidate.country !== country);
    const isMeant = candidate !== undefined && isBetterKnown(candidate, inside, around);
    const best =
      isOpen && !isMeant ? (inside ?? candidate ?? firstOf(query, { near: around }, places)) : candidate;
    if (best) found.set(query, best);
  }
  return found;
}

/** A place across a border is meant if it is this much better known, and this near to another stop. */
const BETTER_KNOWN = 40;
const ACROSS_KM = 200;

/** "Ireland: Belfast, Derry, Sligo": Derry in Northern Ireland, and not the one that nobody knows. */
function isBetterKnown(
  place: PlaceCandidate,
  inside: PlaceCandidate | undefined,
  around: readonly Point[],
): boolean {
  if (inside === undefined) return false;
  const isNear = around.some((point) => distanceKm(point, place) <= ACROSS_KM);
  return isNear && (place.renown ?? 0) >= (inside.renown ?? 0) + BETTER_KNOWN;
}

function firstOf(
  query: string,
  { near, country }: { readonly near: readonly Point[]; readonly country?: string },
  places: PlaceKnowledge,
): PlaceCandidate | undefined {
  const options = { limit: 1, typos: false, ...(near.length > 0 && { near }), ...(country && { country }) };
  return places.resolve(query, options)[0];
}

/** So few places say nothing about where a range or a coast is meant. */
const FEW = 3;

/** The requested country of the whole trip. A mountain range or a coast may be in several. */
function countryOf(
  { constraints }: PlannerRequest,
  meant: readonly (PlaceCandidate | undefined)[],
  places: PlaceKnowledge,
): string | undefined {
  const { region } = constraints ?? {};
  if (region === undefined) return undefined;
  const area = places.area?.(region);
  if (area) {
    const known = meant.filter((place) => place !== undefined);
    const inside = known.filter(({ country }) => country === area.country);
    const isElsewhere = area.type === 'region' && known.length >= FEW && inside.length * 2 < known.length;
    return area.country === '' || isElsewhere ? undefined : area.country;
  }
  const [found] = places.resolve(region, { limit: 1, typos: false });
  return found?.match === 'region' && found.country !== '' ? found.country : undefined;
}

/** A place of a request, as a visit. Throws if its name is unknown. */
export function placeOf(
  what: string,
  place: PlaceRef | undefined,
  found: Found,
  places: PlaceKnowledge,
): PlacedVisit {
  const name = textOf(place?.name);
  const point = place && usablePoint(place);
  if (place === undefined || (name === undefined && point === undefined)) throw notFound(what, undefined);
  if (point) {
    const near =
      name === undefined ? [] : places.resolve(queryOf({ ...place, name }), { near: point, typos: false });
    const best = near.find((candidate) => distanceKm(candidate, point) < SAME_AREA_KM);
    const { admin1, country } = best ?? place;
    return {
      name: name ?? best?.name ?? 'the place',
      ...(admin1 && { admin1 }),
      ...(country && { country }),
      ...point,
      population: best?.population ?? 0,
    };
  }
  const best = name === undefined ? undefined : found.get(queryOf({ ...place, name }));
  if (best === undefined) throw notFound(what, name);
  return {
    name: spelledAs(name ?? '', best),
    ...(best.admin1 !== '' && { admin1: best.admin1 }),
    ...(best.country !== '' && { country: best.country }),
    lat: best.lat,
    lng: best.lng,
    population: best.population,
    renown: best.renown,
    reachKm: widthKm(best) / 2,
    ...(isRemoteSight(best, places) && { isRemoteSight: true }),
    ...(isWideArea(name ?? '', best, places) &&
      !(isCityCountry(best) && found.size > 1) && { area: spelledAs(name ?? '', best) }),
  };
}

/** A town of this size beside a sight has hotels, and more to see. */
const TOWN_POPULATION = 5000;
const BESIDE_KM = 8;

function isRemoteSight(place: PlaceCandidate, places: PlaceKnowledge): boolean {
  if (place.kind !== 'sight' && place.kind !== 'landmark') return false;
  return places.nearest(place, { minPopulation: TOWN_POPULATION, withinKm: BESIDE_KM }) === undefined;
}

/** Whether a name stands for an area that takes more than an hour or two to cross. */
function isWideArea(name: string, { match }: Pick<PlaceCandidate, 'match'>, places: PlaceKnowledge): boolean {
  return match === 'region' && isRegion(name, places) && isSpread(name, places);
}

const SAME_AREA_KM = 100;

export function notFound(what: string, name: string | undefined): TripError {
  return new TripError('place-not-found', {
    summary:
      name === undefined ? `The trip has no ${what}.` : `The ${what} ${JSON.stringify(name)} is unknown.`,
    fix: 'Write the name as on a map, followed by a comma and the state or country, or give lat and lng.',
  });
}
