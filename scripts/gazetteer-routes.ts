/** Routes that have a name, from `gazetteer-data/routes.tsv`, each checked against its towns. */
import type { Extent } from '../src/planners/trip/places/gazetteer/gazetteer.ts';
import { ROUTE_KINDS, type RouteKind } from '../src/planners/trip/places/gazetteer/gazetteer-format.ts';
import { distanceKm, type Point, wayKm } from '../src/planners/trip/places/geo.ts';
import type { SourcePlace } from './gazetteer-source.ts';
import type { TownFinder } from './gazetteer-town-finder.ts';
import { checked, rows } from './gazetteer-wild.ts';

/** So far apart two towns of a route may be; farther, one of them is a namesake elsewhere. */
const FARTHEST_KM: Readonly<Record<RouteKind, number>> = {
  car: 1300,
  bike: 520,
  foot: 420,
  train: 1900,
  circuit: 1500,
};
/** The longest of all, whose towns are on several continents. */
const FARTHEST_OF_ALL_KM = 4200;
const MAX_ROUTE_KM = 9000;
/** A town that makes the way so many times, and so many kilometres, longer is a namesake elsewhere. */
const DETOUR = { times: 3.5, km: 300 };
const MIN_TOWNS = 2;
/** "Chicago, US.IL", "Vienna, AT". */
const COUNTRY = /, [A-Z]{2}(?:\.\w+)?$/;

/** `# kind` or `# kind loop`, then lines of `name;other names`, country, renown and the towns in their order. */
export function readRoutes(finder: TownFinder): SourcePlace[] {
  return checked(rows('routes'), ({ heading, cells, line }) => {
    const [kindName = '', loop] = heading.split(' ');
    const kind = ROUTE_KINDS.find((known) => known === kindName);
    const [names = '', where = '', renown, towns = ''] = cells;
    const here = line.slice(0, 60);
    if (kind === undefined) throw new RangeError(`${here}: no kind of route is called ${kindName}`);
    const named = towns.split(';').map((town) => (COUNTRY.test(town) ? town : `${town}, ${where}`));
    const stops = named.map((town) => finder.find(town, here));
    checkWay(stops, kind, here);
    // Among other places, a loop is where it begins.
    const middle = stops[loop === 'loop' ? 0 : Math.floor(stops.length / 2)];
    const [name = '', ...alternates] = names.split(';');
    if (middle === undefined) throw new RangeError(`${here}: it has no towns`);
    const countries = [...new Set(stops.map(({ country }) => country))];
    return {
      name,
      asciiName: name,
      alternates,
      lat: middle.lat,
      lng: middle.lng,
      country: middle.country,
      admin1: middle.admin1,
      timezone: middle.timezone,
      population: 0,
      kind: 'region',
      renown: Number(renown),
      extent: extentOf(stops),
      ...(countries.length > 1 && { countries }),
      route: { kind, isLoop: loop === 'loop', stops, names: named.map((town) => town.replace(COUNTRY, '')) },
    };
  });
}

function checkWay(stops: readonly SourcePlace[], kind: RouteKind, line: string): void {
  if (stops.length < MIN_TOWNS) throw new RangeError(`${line}: a route has two towns at least`);
  const isLongest = wayKm(stops) > MAX_ROUTE_KM;
  for (const [at, stop] of stops.entries()) {
    const [before, after] = [stops[at - 1], stops[at + 1]];
    if (stop.kind === 'sight') throw new RangeError(`${line}: ${stop.name} is a sight and no place to stay`);
    if (before === undefined) continue;
    const km = distanceKm(before, stop);
    if (km < 1) throw new RangeError(`${line}: ${stop.name} is ${before.name}`);
    if (km > (isLongest ? FARTHEST_OF_ALL_KM : FARTHEST_KM[kind]))
      throw new RangeError(`${line}: ${Math.round(km)} km from ${before.name} to ${stop.name}`);
    if (after === undefined) continue;
    const around = km + distanceKm(stop, after);
    if (isDetour(around, distanceKm(before, after)))
      throw new RangeError(`${line}: ${stop.name} is ${Math.round(around)} km off its neighbours`);
  }
}

function isDetour(around: number, straight: number): boolean {
  return around > straight * DETOUR.times && around > straight + DETOUR.km;
}

function extentOf(points: readonly Point[]): Extent {
  const lats = points.map(({ lat }) => lat);
  const lngs = points.map(({ lng }) => lng);
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  return { west, south: Math.min(...lats), east, north: Math.max(...lats) };
}
