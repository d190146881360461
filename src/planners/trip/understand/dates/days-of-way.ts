import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import { distanceKm, type Point } from '../../places/geo.ts';
import { requestedDays, type TripRequirements } from '../../requirements/requirements.ts';

/** Ways are so much longer than the great circle. */
const DETOUR = 1.25;
const MAX_DAYS = 60;

/** "Flensburg to Stralsund by bike, 55 km a day": the way and the limit say how long it takes, where nothing else does. */
export function withDaysOfWay(
  requirements: TripRequirements,
  places: PlaceKnowledge,
): { readonly requirements: TripRequirements; readonly assumed: readonly string[] } {
  const nothing = { requirements, assumed: [] };
  const { origin, destination, via = [], constraints = {}, roundTrip } = requirements;
  const { driving, travelBy = [], rest, region } = constraints;
  const isOwnPower = travelBy.length === 1 && /^(?:bike|foot)$/.test(travelBy[0] ?? '');
  if (
    !isOwnPower ||
    driving?.km === undefined ||
    requestedDays(requirements) !== undefined ||
    roundTrip === true
  )
    return nothing;
  if (origin === undefined || destination === undefined || requirements.endDate !== undefined) return nothing;
  const stops = [origin, ...via, destination];
  const points = stops.flatMap(({ name }) => places.resolve(name, { limit: 1, typos: false })[0] ?? []);
  if (points.length < stops.length) return nothing;
  const route = (region === undefined ? undefined : places.route?.(region)?.stops) ?? [];
  const km = Math.round(Math.max(lengthOf(points), lengthOf(between(route, points))) * DETOUR);
  const stays = via.reduce((sum, { days = 1, nights = days }) => sum + nights - 1, 0);
  const days =
    Math.ceil(km / driving.km) + Math.max(rest !== undefined && 'days' in rest ? rest.days : 0, stays);
  if (days < 2 || days > MAX_DAYS) return nothing;
  return {
    requirements: { ...requirements, days },
    assumed: [`About ${km} km at ${driving.km} km a day take ${days} days.`],
  };
}

/** The part of a route between the first and the last of some points. */
function between(route: readonly Point[], points: readonly Point[]): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || route.length === 0) return [];
  const [from, to] = [nearest(route, first), nearest(route, last)].toSorted((a, b) => a - b);
  return route.slice(from, (to ?? 0) + 1);
}

function nearest(route: readonly Point[], point: Point): number {
  const distances = route.map((each) => distanceKm(each, point));
  return distances.indexOf(Math.min(...distances));
}

function lengthOf(points: readonly Point[]): number {
  return points.reduce((sum, point, at) => {
    const before = points[at - 1];
    return before === undefined ? sum : sum + distanceKm(before, point);
  }, 0);
}
