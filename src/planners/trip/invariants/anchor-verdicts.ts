import { shown } from '../../../journal/error.ts';
import type { ItineraryView, Stop } from '../itinerary/itinerary-view.ts';
import { bareName } from '../itinerary/itinerary-view.ts';
import { NO_PLACES, type PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import { distanceKm, type Point } from '../places/geo.ts';
import { TRUSTED_KM } from '../places/resolve/region-fit.ts';
import { recalled, type StopMemory } from './stop-memory.ts';
import type { Endpoint } from './subject.ts';

/** To be preferred, a place nearer to the route must save this distance, and this share of the detour. */
const FAR_BETTER_KM = 300;
const FAR_BETTER_SHARE = 1 / 5;
const SAME_TOWN_KM = 50;
const MAX_HOMONYMS = 100;

/** For each stop, why it cannot be at its location. */
export function anchorVerdicts(
  { stops, itinerary }: ItineraryView,
  { origin, destination }: Readonly<Record<'origin' | 'destination', Endpoint>>,
  places: PlaceKnowledge,
  { faults }: Pick<StopMemory, 'faults'>,
): (string | undefined)[] {
  const verdicts = stops.map((stop) => recalled(faults, stop.anchor, () => ownFault(stop, places)));
  const start = origin.point;
  const end = itinerary.roundTrip ? origin.point : destination.point;
  const after = nextPoints(stops, verdicts, end);
  let before = start;
  return stops.map((stop, at) => {
    const fault = verdicts[at];
    if (fault !== undefined || stop.point === undefined) return fault ?? 'has no coordinates';
    const isMeant = isAt(stop.point, destination.point) || isAt(stop.point, origin.point);
    const found = isMeant ? undefined : betterHomonym(stop, stop.point, before, after[at], places);
    if (found === undefined) before = stop.point;
    return found;
  });
}

/** An end of the trip is the place it names, however far away. */
function isAt(point: Point, end: Point | undefined): boolean {
  return end !== undefined && distanceKm(point, end) <= SAME_TOWN_KM;
}

/** For each stop, the next point of the route that can be trusted. */
function nextPoints(
  stops: readonly Stop[],
  verdicts: readonly (string | undefined)[],
  end: Point | undefined,
): (Point | undefined)[] {
  const after: (Point | undefined)[] = new Array(stops.length);
  let next = end;
  for (let at = stops.length - 1; at >= 0; at--) {
    after[at] = next;
    const point = stops[at]?.point;
    if (point && verdicts[at] === undefined) next = point;
  }
  return after;
}

/** The fault of a stop that does not depend on the rest of the route. */
export function ownFault(
  { anchor, point, country, admin1 }: Pick<Stop, 'anchor' | 'point' | 'country' | 'admin1'>,
  places: PlaceKnowledge,
): string | undefined {
  if (point === undefined) return `is at ${shownCoordinates(anchor)}, which is nowhere`;
  if (places === NO_PLACES) return undefined;
  const nearest = places.nearest(point, { withinKm: TRUSTED_KM });
  if (nearest === undefined) return `is more than ${TRUSTED_KM} km away from every known place`;
  if (country === undefined && admin1 === undefined) return undefined;
  const isThere =
    nearest.country === country?.toUpperCase() &&
    (admin1 === undefined || nearest.admin1 === admin1.toUpperCase());
  if (isThere || places.isWithinRegion(point, { country, admin1 }) !== false) return undefined;
  const region = [admin1, country].filter(Boolean).join(', ');
  const found = [nearest.name, nearest.region ?? nearest.admin1, nearest.country].filter(Boolean).join(', ');
  return `is said to be in ${region}, and its coordinates are near ${found}`;
}

/** A place with the same name that fits the route far better, if the stop names no state. */
function betterHomonym(
  { name, admin1, country }: Stop,
  point: Point,
  before: Point | undefined,
  after: Point | undefined,
  places: PlaceKnowledge,
): string | undefined {
  if (admin1 !== undefined || name === '') return undefined;
  const detour = detourKm(point, before, after);
  if (detour < FAR_BETTER_KM) return undefined;
  const key = bareName(name);
  // Queried without the route, so that a frequent name is looked up once.
  const other = places
    .resolve(name, { limit: MAX_HOMONYMS, typos: false, ...(country !== undefined && { country }) })
    .filter((candidate) => candidate.match === 'name' && bareName(candidate.name) === key)
    .find((candidate) => {
      const saved = detour - detourKm(candidate, before, after);
      return saved >= FAR_BETTER_KM && detour - saved < detour * FAR_BETTER_SHARE;
    });
  if (other === undefined) return undefined;
  const where = [other.region ?? other.admin1, other.country].filter(Boolean).join(', ');
  return `is ${Math.round(detour)} km out of the way, and ${other.name} in ${where} is on it`;
}

/** By how much a point lengthens the way. At an end of the route, this is simply the distance to it. */
export function detourKm(point: Point, before: Point | undefined, after: Point | undefined): number {
  if (before && after) {
    return distanceKm(before, point) + distanceKm(point, after) - distanceKm(before, after);
  }
  const end = before ?? after;
  return end ? distanceKm(end, point) : 0;
}

function shownCoordinates({ lat, lng }: { readonly lat: unknown; readonly lng: unknown }): string {
  return `(${shown(lat)}, ${shown(lng)})`;
}
