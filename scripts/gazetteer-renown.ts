/** How well travellers know a place, which lands are joined by bridges, and which ferries there are: from the tables. */
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { isSettlement } from '../src/planners/trip/places/gazetteer/gazetteer-format.ts';
import { nameKey } from '../src/planners/trip/places/gazetteer/name-key.ts';
import { distanceKm, greatCircle, type Point } from '../src/planners/trip/places/geo.ts';
import type { Land } from './gazetteer-land.ts';
import type { SourcePlace } from './gazetteer-source.ts';
import type { TownFinder } from './gazetteer-town-finder.ts';
import { checked, problems, rows } from './gazetteer-wild.ts';

/** What a town owes to its size and to what can be seen there stays below what people travel far for. */
const MAX_SIZE_POINTS = 30;
const MAX_SIGHT_POINTS = 30;
const IN_TOWN_KM = 12;

/** The renown of each place: as `destinations.tsv` or its own row says, else by size and by the sights in town. */
export function renownOf(places: readonly SourcePlace[], finder: TownFinder): number[] {
  const scores = new Map<SourcePlace, number>();
  for (const { heading, cells, line } of rows('destinations')) {
    const [renown, names = ''] = cells;
    for (const name of names.split(';')) {
      try {
        const place = finder.find(`${name.trim()}, ${heading}`, line.slice(0, 30));
        scores.set(place, Math.max(scores.get(place) ?? 0, Number(renown)));
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        problems.push(error.message);
      }
    }
  }
  const sights = places.filter(({ sight, isFurtherSight }) => sight !== undefined && !isFurtherSight);
  const near = new KDBush(sights.length);
  for (const { lat, lng } of sights) near.add(lng, lat);
  near.finish();
  return places.map((place) => {
    const known = scores.get(place);
    if (known !== undefined) return known;
    if (!isSettlement(place.kind) || place.kind === 'district') return place.renown;
    const bySize = Math.min(MAX_SIZE_POINTS, Math.max(0, 10 * (Math.log10(place.population + 1) - 4)));
    const around12 = around(near, place.lng, place.lat, 12, IN_TOWN_KM);
    // A village beside a city does not share its fame.
    const share = Math.min(1, place.population / 30_000 + 0.1);
    const bySights = Math.min(MAX_SIGHT_POINTS, around12.length * 4) * share;
    return Math.max(place.renown, Math.round(bySize + bySights));
  });
}

/**
 * What towns are called in English, as `destinations.tsv` and `routes.tsv` write them, where GeoNames writes them another
 * way. A route may shorten a name, or leave accents out, and names no town anew by that.
 */
export function englishNames(
  finder: TownFinder,
  routes: readonly SourcePlace[],
): ReadonlyMap<SourcePlace, string> {
  const found = new Map<SourcePlace, string>();
  checked(rows('destinations'), ({ heading, cells: [, names = ''], line }) => {
    for (const name of names.split(';').map((each) => each.trim())) {
      const place = finder.find(`${name}, ${heading}`, line.slice(0, 30));
      if (isSettlement(place.kind) && place.name !== name) found.set(place, name);
    }
  });
  for (const { route } of routes) {
    for (const [at, place] of route?.stops.entries() ?? []) {
      const name = route?.names[at] ?? place.name;
      const isOther = !nameKey(place.name).startsWith(nameKey(name));
      if (isSettlement(place.kind) && isOther && !found.has(place)) found.set(place, name);
    }
  }
  return found;
}

/** An island that the coastlines lack reaches so far at most. */
const ISLET_KM = 6;
/** And has no more people. */
const MAX_ISLANDERS = 26_000;

/**
 * The landmasses with islands of their own where the coastlines are too coarse, or know no lakes: a ferry leads from
 * what they take for one land to an island of it.
 */
export function withIslets(
  places: readonly SourcePlace[],
  landmasses: readonly number[],
  finder: TownFinder,
): number[] {
  const found = [...landmasses];
  const indexOf = new Map(places.map((place, index) => [place, index]));
  const islands = places.filter(({ kind, name }) => kind === 'island' || / Island$/.test(name));
  let next = landmasses.reduce((a, b) => Math.max(a, b), 0) + 1;
  const setApart = (centre: Point, ashore: Point) => {
    for (const [index, place] of places.entries()) {
      if (Math.abs(place.lat - centre.lat) > 0.2) continue;
      const km = distanceKm(place, centre);
      if (km < ISLET_KM && km < distanceKm(place, ashore)) found[index] = next;
    }
    next += 1;
  };
  for (const { cells, line } of rows('ferries')) {
    checked([{ heading: '', cells, line }], () => {
      const ends = cells.slice(0, 2).map((name) => finder.find(name, line));
      const masses = ends.map((end) => found[indexOf.get(end) ?? -1] ?? 0);
      const [nearest] = ends
        .map((end) => ({ end, km: Math.min(...islands.map((island) => distanceKm(island, end))) }))
        .toSorted((a, b) => a.km - b.km);
      const ashore = ends.find((end) => end !== nearest?.end);
      if (nearest === undefined || ashore === undefined || nearest.km > ISLET_KM) return;
      // A city with a ferry and an islet in front of it is on the mainland: Dubrovnik, Dakar.
      if (nearest.end.population > MAX_ISLANDERS) return;
      if (masses[0] === masses[1] || masses.includes(0)) setApart(nearest.end, ashore);
    });
  }
  return found;
}

/** The islands that a bridge or a tunnel for cars joins, each with the number that all of them share. */
export function joinedLandmasses(
  places: readonly SourcePlace[],
  islands: readonly number[],
  finder: TownFinder,
): [island: number, landmass: number][] {
  const at = new Map(places.map((place, index) => [place, islands[index] ?? 0]));
  const joined = new Map<number, number>();
  const root = (mass: number): number => {
    const next = joined.get(mass);
    return next === undefined ? mass : root(next);
  };
  checked(rows('bridges'), ({ cells: [from = '', to = ''], line }) => {
    const [a, b] = [root(at.get(finder.find(from, line)) ?? 0), root(at.get(finder.find(to, line)) ?? 0)];
    if (a === 0 || b === 0) throw new RangeError(`${line}: one of them is on no land`);
    if (a !== b) joined.set(a, b);
  });
  return [...joined.keys()].map((island) => [island, root(island)]);
}

/** Each bridge in the middle of the water that it crosses. */
export function readBridges(
  places: readonly SourcePlace[],
  islands: readonly number[],
  { finder, land }: { readonly finder: TownFinder; readonly land: Land },
): (Point & { readonly islands: readonly [number, number] })[] {
  const at = new Map(places.map((place, index) => [place, islands[index] ?? 0]));
  return checked(rows('bridges'), ({ cells: [from = '', to = ''], line }) => {
    const ends = [finder.find(from, line), finder.find(to, line)] as const;
    const [a, b] = [at.get(ends[0]) ?? 0, at.get(ends[1]) ?? 0];
    if (a === b) return [];
    const way = greatCircle(...ends, ON_BRIDGE_STEP_KM);
    const masses = way.map(({ lat, lng }) => land.at(lng, lat));
    const off = masses.findIndex((mass) => mass !== a);
    const ashore = masses.findIndex((mass, step) => step >= off && mass === b);
    const middle = way[off < 0 || ashore < 0 ? Math.floor(way.length / 2) : Math.floor((off + ashore) / 2)];
    return middle === undefined ? [] : [{ ...rounded(middle), islands: [a, b] as const }];
  }).flat();
}

function rounded({ lat, lng }: Point): Point {
  return { lat: Math.round(lat * 1000) / 1000, lng: Math.round(lng * 1000) / 1000 };
}

/** Points along the bridges, which are as good as land for who drives. */
export function bridgePoints(finder: TownFinder): Point[] {
  return checked(rows('bridges'), ({ cells: [from = '', to = ''], line }) =>
    greatCircle(finder.find(from, line), finder.find(to, line), BRIDGE_STEP_KM),
  ).flat();
}

interface Ferry {
  readonly from: number;
  readonly to: number;
  readonly hours: number;
  readonly cars: boolean;
}

const BRIDGE_STEP_KM = 5;
const ON_BRIDGE_STEP_KM = 0.5;
/** Ships are slower than this, so that a faster line has a wrong port. */
const FASTEST_KM_AN_HOUR = 75;

/** Lines of `from, to, hours` and "foot" where no cars are taken; ports are "Town, CC". */
export function readFerries(places: readonly SourcePlace[], finder: TownFinder): Ferry[] {
  const indexOf = new Map(places.map((place, index) => [place, index]));
  const pointOf = (index: number): Point => places[index] ?? { lat: Number.NaN, lng: Number.NaN };
  return checked(
    [...rows('ferries'), ...rows('lake-ferries')],
    ({ cells: [from = '', to = '', hours, foot], line }) => {
      const ferry = {
        from: indexOf.get(finder.find(from, line)) ?? -1,
        to: indexOf.get(finder.find(to, line)) ?? -1,
        hours: Number(hours),
        cars: foot !== 'foot',
      };
      const km = distanceKm(pointOf(ferry.from), pointOf(ferry.to));
      if (!(km / (ferry.hours + 0.25) < FASTEST_KM_AN_HOUR))
        throw new RangeError(`${line}: ${Math.round(km)} km`);
      return ferry;
    },
  );
}
