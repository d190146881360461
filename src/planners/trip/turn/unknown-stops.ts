import { queryOf } from '../invariants/subject.ts';
import { usablePoint } from '../itinerary/itinerary-view.ts';
import { EMBEDDED } from '../knowledge/embedded-knowledge.ts';
import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import { isElsewhere } from '../places/elsewhere.ts';
import { distanceKm } from '../places/geo.ts';
import type { PlannerContext } from '../planner-context.ts';
import type { PlannerRequest } from '../requirements/planner-request.ts';
import type { RequestedStop } from '../requirements/requirements.ts';

/** A place that so many people know is meant, wherever the trip is. */
const WELL_KNOWN = 85;
const WELL_KNOWN_PEOPLE = 500_000;
/** A place so near to another one of the trip is beside it. */
const BESIDE_KM = 1500;

/** The stops of a request without a known place where the trip is, if there are others to plan with. */
export function unknownStops(request: PlannerRequest, { places }: PlannerContext): readonly string[] {
  const { via, origin, destination } = request;
  const known = places ?? EMBEDDED.places;
  if (known === undefined) return [];
  const isUnknown = (visit: RequestedStop) =>
    usablePoint(visit) === undefined &&
    (known.resolve(queryOf(visit), { limit: 1, typos: false }).length === 0 ||
      isInOtherCountry(visit, request, known));
  const open = via.filter(isUnknown);
  const hasOthers = origin !== undefined || destination !== undefined || open.length < via.length;
  return hasOthers ? open.map(({ name }) => name) : [];
}

/** "Ecuador: Quito, Mindo, Ronda": no town of the country that the trip is in, and far from all of it. */
function isInOtherCountry(
  visit: RequestedStop,
  { via, origin, destination, constraints }: PlannerRequest,
  places: PlaceKnowledge,
): boolean {
  const area = constraints?.region === undefined ? undefined : places.area?.(constraints.region);
  if (area === undefined || area.country === '') return false;
  const query = queryOf(visit);
  const [found] = places.resolve(query, { limit: 1, typos: false });
  if (found === undefined || !isElsewhere(found, area)) return false;
  if ((found.renown ?? 0) >= WELL_KNOWN || found.population >= WELL_KNOWN_PEOPLE) return false;
  if (places.resolve(query, { limit: 1, typos: false, country: area.country }).length > 0) return false;
  const others = [origin, ...via, destination].flatMap((place) =>
    place === undefined || place.name === visit.name
      ? []
      : (places.resolve(queryOf(place), { limit: 1, typos: false }) ?? []),
  );
  return !others.some((other) => distanceKm(other, found) <= BESIDE_KM);
}
