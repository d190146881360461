import type { Extent, Gazetteer } from './gazetteer/gazetteer.ts';
import { type GazetteerRoute, isSettlement, type PlaceKind } from './gazetteer/gazetteer-format.ts';
import type { Region } from './gazetteer/region-names.ts';
import { distanceKm, type Point, wrapLng } from './geo.ts';
import type { PlaceCandidate, ResolveOptions } from './place-candidate.ts';
import { type Hit, hitsFor } from './resolve/resolve-place.ts';
import { staysOf } from './stays.ts';

/** A country, a division of one, or a named region, island, lake, park or coast. */
export interface Area {
  readonly name: string;
  readonly type: 'country' | 'division' | 'region';
  /** ISO 3166-1 alpha-2; for a region across a border, that of its middle. */
  readonly country: string;
  /** Its middle. */
  readonly point: Point;
  readonly extent?: Extent;
}

/** How many places of an area to find, and near what. */
export interface AreaQuery extends Pick<ResolveOptions, 'near' | 'country'> {
  /** The maximum number. Default: 30. */
  readonly limit?: number;
  /** The minimum renown. Default: 0. */
  readonly minRenown?: number;
}

const DEFAULT_LIMIT = 30;
/** Of two places this close to each other, a tour visits only one. In a small area the distance is shorter. */
const SAME_STAY = { leastKm: 2, mostKm: 9, shareOfArea: 1 / 25 };
/** Less known places are included only if better known ones are missing. */
const KNOWN = 15;
/** Fewer known places than this are no tour, so towns are added. */
const FEW = 3;
/** The assumed extent of an island or park without a known one. */
const REACH_DEGREES = 0.25;
/** Travellers who visit a lake or a park stay in the towns around it. */
const SHORE_DEGREES = 0.12;
const KM_A_DEGREE = 111;

/** The area that a name most likely means; undefined if it rather means a town, or nothing. */
export function areaNamedIn(gazetteer: Gazetteer, name: string, query: AreaQuery = {}): Area | undefined {
  const found = hitFor(gazetteer, name, query);
  return found && areaOf(gazetteer, found);
}

/**
 * The places of an area worth a stay, the best known first, none close to a better one: the stops of a tour. Empty if
 * the name is not that of an area.
 */
export function placesOfIn(gazetteer: Gazetteer, name: string, query: AreaQuery = {}): PlaceCandidate[] {
  const found = hitFor(gazetteer, name, query);
  if (found === undefined) return [];
  const route = found.region === undefined ? gazetteer.routeAt(found.place) : undefined;
  if (route !== undefined) return townsOf(gazetteer, route, query);
  const isInside = insideOf(gazetteer, found);
  const { limit = DEFAULT_LIMIT, minRenown = 0 } = query;
  const best = staysOf(gazetteer)
    .filter(({ place, renown }) => renown >= minRenown && isInside(place))
    .map(({ place }) => place);
  const apartKm = spacing(gazetteer, found);
  const chosen = apart(gazetteer, best, limit, apartKm);
  const isEnough = chosen.length >= Math.min(limit, FEW) || minRenown > 0;
  const towns = isEnough ? [] : largestIn(gazetteer, found, isInside);
  return apart(gazetteer, [...chosen, ...towns], limit, apartKm).map((place) => knownPlace(gazetteer, place));
}

/** The towns of a route, the best known first. */
function townsOf(
  gazetteer: Gazetteer,
  { stops }: GazetteerRoute,
  { limit = DEFAULT_LIMIT, minRenown = 0 }: AreaQuery,
): PlaceCandidate[] {
  return stops
    .filter((stop) => gazetteer.renownOf(stop) >= minRenown)
    .toSorted((a, b) => gazetteer.renownOf(b) - gazetteer.renownOf(a))
    .slice(0, limit)
    .map((stop) => knownPlace(gazetteer, stop));
}

function hitFor(gazetteer: Gazetteer, name: string, query: AreaQuery): Hit | undefined {
  const [best] = hitsFor(gazetteer, name, { ...query, typos: false });
  return best !== undefined && isArea(gazetteer, best) ? best : undefined;
}

/** Whether a hit is more than a point. */
function isArea(gazetteer: Gazetteer, { place, region }: Hit): boolean {
  if (region !== undefined) return true;
  const kind = gazetteer.kindOf(place);
  return !isSettlement(kind) && kind !== 'sight' && kind !== 'landmark';
}

function areaOf(gazetteer: Gazetteer, { place, region }: Hit): Area {
  const { name, country, extent, lat, lng } = gazetteer.place(place);
  if (region === undefined) {
    return { name, type: 'region', country, point: { lat, lng }, ...(extent && { extent }) };
  }
  return { name: gazetteer.regions.shortNameOf(region), type: region.type, country, point: { lat, lng } };
}

function insideOf(gazetteer: Gazetteer, { place, region: named }: Hit): (index: number) => boolean {
  const region = named ?? divisionAt(gazetteer, place);
  if (region !== undefined) return (index) => gazetteer.regions.isWithin(gazetteer.regionOf(index), region);
  const { west, south, east, north } = reachOf(gazetteer, place);
  const wraps = east < west;
  const isVast = gazetteer.kindOf(place) !== 'island' && north - south >= VAST_DEGREES;
  const countries = countriesOf(gazetteer, place);
  return (index) => {
    if (countries.length > 0 && !countries.includes(gazetteer.countryOf(index))) return false;
    const { lat, lng } = gazetteer.pointOf(index);
    if (lat < south || lat > north || !(wraps ? lng >= west || lng <= east : lng >= west && lng <= east)) {
      return false;
    }
    return !isVast || isOffCorner({ lat, lng });
  };

  function isOffCorner({ lat, lng }: Point): boolean {
    const [high, wide] = [(north - south) / 2, ((wraps ? east + 360 : east) - west) / 2];
    const right = wrapLng(lng - west - wide);
    return Math.hypot((lat - (south + north) / 2) / high, right / wide) <= ROUNDED;
  }
}

/**
 * The corners of the rectangle around a large region, which is round or slanting, are not part of it: Kelowna and the
 * Rockies.
 */
const VAST_DEGREES = 4;
const ROUNDED = 1.12;

/** The division with the same name, whose borders are known better than an extent: Tuscany, Sicily. */
function divisionAt(gazetteer: Gazetteer, place: number): Region | undefined {
  const name = gazetteer.nameOf(place);
  const country = gazetteer.countryOf(place);
  const [found] = gazetteer.regions.findDivisions([country], name);
  return found && gazetteer.regions.isNamed(found, name) ? found : undefined;
}

/** An extent is a rectangle, so near a border its corners may be abroad. Lakes and mountain ranges have two sides. */
const BORDERED: ReadonlySet<PlaceKind> = new Set(['region', 'island', 'coast', 'park']);

function countriesOf(gazetteer: Gazetteer, place: number): readonly number[] {
  const across = gazetteer.countriesOf(place);
  if (across !== undefined) return across;
  return BORDERED.has(gazetteer.kindOf(place)) ? [gazetteer.countryOf(place)] : [];
}

function reachOf(gazetteer: Gazetteer, place: number): Extent {
  const { lat, lng } = gazetteer.pointOf(place);
  const extent = gazetteer.extentOf(place);
  const kind = gazetteer.kindOf(place);
  const margin =
    extent === undefined ? REACH_DEGREES : kind === 'lake' || kind === 'park' ? SHORE_DEGREES : 0;
  const { west, south, east, north } = extent ?? { west: lng, south: lat, east: lng, north: lat };
  return { west: west - margin, south: south - margin, east: east + margin, north: north + margin };
}

function spacing(gazetteer: Gazetteer, { place, region }: Hit): number {
  const { leastKm, mostKm, shareOfArea } = SAME_STAY;
  if (region !== undefined) return mostKm;
  const { west, south, east, north } = reachOf(gazetteer, place);
  const km = Math.hypot(north - south, (east - west) * Math.cos((south * Math.PI) / 180)) * KM_A_DEGREE;
  return Math.min(mostKm, Math.max(leastKm, km * shareOfArea));
}

/** The largest towns around the middle of an area that nobody travels far for. */
function largestIn(
  gazetteer: Gazetteer,
  { place, region }: Hit,
  isInside: (index: number) => boolean,
): number[] {
  const middle = region === undefined ? gazetteer.pointOf(place) : undefined;
  const all =
    middle === undefined
      ? Array.from({ length: gazetteer.size }, (_, index) => index).filter(isInside)
      : gazetteer.near(middle, { limit: 2000, withinKm: 600, where: isInside });
  return all
    .filter((index) => isSettlement(gazetteer.kindOf(index)) && gazetteer.kindOf(index) !== 'district')
    .sort((a, b) => gazetteer.populationOf(b) - gazetteer.populationOf(a) || a - b)
    .slice(0, 200);
}

/** A place as a candidate, by its renown. */
export function knownPlace(gazetteer: Gazetteer, index: number): PlaceCandidate {
  const place = gazetteer.place(index);
  return { ...place, match: 'name', shown: place.name, reason: 'travellers know it' };
}

/** Takes places in order, without those close to an earlier one. */
function apart(gazetteer: Gazetteer, ranked: readonly number[], limit: number, apartKm: number): number[] {
  const chosen: { readonly index: number; readonly point: Point }[] = [];
  for (const index of ranked) {
    if (chosen.length >= limit) break;
    const point = gazetteer.pointOf(index);
    if (chosen.every((other) => other.index === index || distanceKm(other.point, point) > apartKm)) {
      if (!chosen.some((other) => other.index === index)) chosen.push({ index, point });
    }
  }
  return chosen.map(({ index }) => index);
}

/** The places around a point most worth a stop, the best first. */
export function worthVisitingIn(
  gazetteer: Gazetteer,
  point: Point,
  { withinKm, limit = DEFAULT_LIMIT, minRenown = KNOWN }: StopQuery,
): PlaceCandidate[] {
  const degrees = withinKm / KM_A_DEGREE;
  const found = staysOf(gazetteer)
    .filter(({ place, renown }) => {
      if (renown < minRenown) return false;
      const there = gazetteer.pointOf(place);
      return Math.abs(there.lat - point.lat) <= degrees && distanceKm(there, point) <= withinKm;
    })
    .map(({ place }) => place);
  return apart(gazetteer, found, limit, SAME_STAY.mostKm).map((index) => knownPlace(gazetteer, index));
}

/** Where to look for places worth a stop. */
export interface StopQuery {
  readonly withinKm: number;
  readonly limit?: number;
  /** Default: 15, a town that travellers know. */
  readonly minRenown?: number;
}
