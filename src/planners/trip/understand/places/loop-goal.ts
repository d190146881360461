import { bareName } from '../../itinerary/itinerary-view.ts';
import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import { distanceKm } from '../../places/geo.ts';
import { constraintsOf, requestedDays, type TripRequirements } from '../../requirements/requirements.ts';
import { routesNamedIn } from './route-names.ts';
import { withTownForSight } from './sight-as-goal.ts';

/** Requirements with where the trip goes, and a sentence on what was taken for that. */
export interface WithGoal {
  readonly requirements: TripRequirements;
  readonly assumed: readonly string[];
}

/** Nearer to the start, a sight is seen from there. */
const GOAL_KM = 25;
/** Fewer days are for the place where the trip starts. */
const MIN_TOUR_DAYS = 3;

/**
 * A trip without stops and destination goes along the route that its text names. A round trip otherwise goes to what
 * must be seen, or is a tour around its start.
 */
export function withGoal(read: TripRequirements, text: string, places: PlaceKnowledge): WithGoal {
  const goal = goalOf(read, text, places);
  const town = withTownForSight(goal.requirements, places);
  return { requirements: town.requirements, assumed: [...goal.assumed, ...town.assumed] };
}

function goalOf(read: TripRequirements, text: string, places: PlaceKnowledge): WithGoal {
  const requirements = fromOnlyTown(betweenTowns(read, text, places), places);
  const { origin, destination, via = [], roundTrip = false } = requirements;
  const { region, mustSee = [] } = constraintsOf(requirements);
  if (origin === undefined && destination !== undefined && via.length === 0 && region === undefined) {
    const isRoute = places.route?.(destination.name) !== undefined;
    return {
      requirements: isRoute ? along(destination.name, requirements, places).requirements : requirements,
      assumed: [],
    };
  }
  const isLoop = roundTrip && origin !== undefined;
  const isRegion =
    isLoop && destination !== undefined && bareName(destination.name) === bareName(region ?? '');
  if (via.length > 0 || (destination !== undefined && !isRegion)) return { requirements, assumed: [] };
  const [route, ...others] = routesNamedIn(text, places);
  if (route !== undefined && others.length === 0) return along(route, requirements, places);
  if (!isLoop || destination !== undefined) return { requirements, assumed: [] };
  const [start] = places.resolve(origin.name, { limit: 1, typos: false });
  if (start === undefined) return { requirements, assumed: [] };
  const goals = mustSee.filter((name) => {
    const [sight] = places.resolve(name, { limit: 1, typos: false, near: start });
    return sight !== undefined && distanceKm(sight, start) > GOAL_KM;
  });
  const last = goals.at(-1);
  if (last !== undefined) {
    const before = goals.slice(0, -1).map((name) => ({ name }));
    return {
      requirements: {
        ...requirements,
        destination: { name: last },
        ...(before.length > 0 && { via: before }),
      },
      assumed: [],
    };
  }
  const around = start.region;
  const isKnown = around !== undefined && places.area?.(around)?.country === start.country;
  if (!isKnown || (requestedDays(requirements) ?? 0) < MIN_TOUR_DAYS) return { requirements, assumed: [] };
  return {
    requirements: { ...requirements, destination: { name: around } },
    assumed: [`You named no place to go to: this is a tour of ${around}, from ${origin.name} and back.`],
  };
}

/** "Pacific Coast Highway Seattle to San Diego": the town behind the route is where it starts. */
function betweenTowns(
  requirements: TripRequirements,
  text: string,
  places: PlaceKnowledge,
): TripRequirements {
  const { origin, destination, via = [], constraints, ...rest } = requirements;
  const [route, town, ...others] = via;
  if (origin !== undefined || destination === undefined || town === undefined) return requirements;
  if (route === undefined || others.length > 0 || town.days !== undefined) return requirements;
  const [, behind = ''] = text.toLowerCase().split(town.name.toLowerCase());
  const isSpan =
    /^\s*(?:to|-|–|→|bis|nach|à|a)\s/.test(behind) && behind.includes(destination.name.toLowerCase());
  if (places.route?.(route.name) === undefined || !isSpan) return requirements;
  return {
    ...rest,
    origin: { name: town.name },
    destination,
    constraints: { ...constraints, region: route.name },
  };
}

/** "Round trip Reykjavik, ring road": the only town beside a route is where the trip starts. */
function fromOnlyTown(requirements: TripRequirements, places: PlaceKnowledge): TripRequirements {
  const { origin, destination, via = [], roundTrip, constraints } = requirements;
  if (origin !== undefined || roundTrip !== true || destination === undefined) return requirements;
  const isRoute = (name: string) => places.route?.(name) !== undefined;
  const isGoal = isRoute(destination.name);
  const towns = via.filter(({ name }) => !isRoute(name) && bareName(name) !== bareName(destination.name));
  const [town, ...others] = isGoal ? towns : [...towns, destination];
  const route = isGoal ? destination.name : constraints?.region;
  if (town === undefined || others.length > 0 || route === undefined || !isRoute(route)) return requirements;
  const { via: _, ...rest } = requirements;
  return { ...rest, origin: { name: town.name }, destination: { name: route } };
}

/** The route is where the trip goes, and no longer something that the traveller likes. */
function along(route: string, requirements: TripRequirements, places: PlaceKnowledge): WithGoal {
  const { origin, interests, constraints } = requirements;
  const own = places.route?.(route)?.name;
  const isOther = (name: string) => places.route?.(name)?.name !== own;
  const { mustSee = [], notes = [], ...others } = constraints ?? {};
  const [sights, kept] = [mustSee.filter(isOther), notes.filter(isOther)];
  return {
    requirements: {
      ...requirements,
      destination: { name: route },
      ...(interests && { interests: interests.filter(isOther) }),
      // Without a start it is where the whole trip is.
      ...((constraints || origin === undefined) && {
        constraints: {
          ...others,
          ...(origin === undefined && { region: route }),
          ...(sights.length > 0 && { mustSee: sights }),
          ...(kept.length > 0 && { notes: kept }),
        },
      }),
    },
    assumed: [],
  };
}
