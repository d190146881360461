import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import { isSettlement, type PlaceKind } from '../../places/gazetteer/gazetteer-format.ts';
import { distanceKm, type Point } from '../../places/geo.ts';
import { constraintsOf, requestedDays, type TripRequirements } from '../../requirements/requirements.ts';
import type { WithGoal } from './loop-goal.ts';

/** From a town so far away, one goes to see a sight. */
const SEEN_FROM_KM = 50;
const MIN_POPULATION = 1000;
/** What a town's renown and nearness count against its size. */
const RENOWN_A_POINT = 25;
const KM_A_POINT = 12;
const MAX_TOWNS = 40;

/** One sleeps at these: they have hotels of their own. */
const RESORT =
  /disney|legoland|universal|resort|portaventura|efteling|europa-park|phantasialand|alton towers|gardaland|puy du fou|futuroscope|ast[ée]rix|blue lagoon|world|energylandia|tivoli/i;

/** "4 days, want to see Neuschwanstein": nobody sleeps in a castle, so the trip goes to a town from where one sees it. */
export function withTownForSight(requirements: TripRequirements, places: PlaceKnowledge): WithGoal {
  const { destination, via = [], constraints } = requirements;
  const days = requestedDays(requirements);
  // On a tour of a region, it is one of the stops.
  const isTour = constraints?.region !== undefined;
  const unchanged = { requirements, assumed: [] };
  if (destination === undefined || destination.lat !== undefined || via.length > 0 || days === 1 || isTour)
    return unchanged;
  const [sight] = places.resolve(destination.name, { limit: 1, typos: false });
  const isSight = sight?.kind === 'sight' || sight?.kind === 'landmark';
  if (sight === undefined || !isSight || RESORT.test(sight.name)) return unchanged;
  const town = townNear(sight, days, places);
  if (town === undefined) return unchanged;
  const { name, admin1, country, lat, lng } = town;
  const known = constraintsOf(requirements).mustSee ?? [];
  const place = {
    ...destination,
    name,
    ...(admin1 && { admin1 }),
    ...(country && { country }),
    lat,
    lng,
  };
  return {
    requirements: {
      ...requirements,
      destination: place,
      constraints: { ...constraints, mustSee: [...new Set([...known, destination.name])] },
    },
    assumed: [`You sleep in ${name}, from where you see ${destination.name}.`],
  };
}

interface Town extends Point {
  readonly name: string;
  readonly admin1: string;
  readonly country: string;
  readonly population: number;
  readonly renown?: number;
  readonly kind?: PlaceKind;
}

/** Who has so many days for a sight wants a city around them, if need be some hours away. */
const MANY_DAYS = 4;
const SMALL_TOWN = 5000;
const CITY_KM = 100;
const CITY_POPULATION = 50_000;
const CITY_RENOWN = 50;

/** The town that is best to see a place from: near, well known and large enough to stay in. */
function townNear(point: Point, days: number | undefined, places: PlaceKnowledge): Town | undefined {
  const worth = (withinKm: number): readonly Town[] =>
    places.worthVisiting?.(point, { withinKm, limit: MAX_TOWNS, minRenown: 1 }) ?? [];
  const nearest = [MIN_POPULATION, MIN_POPULATION * 10].flatMap((minPopulation): Town[] => {
    const town = places.nearest(point, { minPopulation, withinKm: SEEN_FROM_KM });
    return town === undefined ? [] : [town];
  });
  const isTown = ({ kind = 'town' }: Town) => isSettlement(kind) && kind !== 'district';
  const score = (town: Town) =>
    Math.log10(Math.max(town.population, 1)) +
    (town.renown ?? 0) / RENOWN_A_POINT -
    distanceKm(town, point) / KM_A_POINT;
  const best = (towns: readonly Town[]) => towns.filter(isTown).toSorted((a, b) => score(b) - score(a))[0];
  const town = best([...worth(SEEN_FROM_KM), ...nearest]);
  if ((days ?? 0) < MANY_DAYS || (town?.population ?? 0) >= SMALL_TOWN) return town;
  const isCity = ({ population, renown = 0 }: Town) => population >= CITY_POPULATION && renown >= CITY_RENOWN;
  return best(worth(CITY_KM).filter(isCity)) ?? town;
}
