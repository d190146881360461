import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import type { ThingsToDo } from '../knowledge/things-to-do.ts';
import type { PlaceAlong } from '../places/corridor.ts';
import { isSettlement } from '../places/gazetteer/gazetteer-format.ts';
import { distanceKm, type Point, ROAD_FACTOR, wayKm } from '../places/geo.ts';
import type { TripConstraints } from '../requirements/constraints.ts';
import { type Candidate, type Leg, longestStretch, runsThrough, tooLongKm, wayOf } from './best-run.ts';
import type { PlacedVisit } from './resolved-request.ts';

/** What stops are looked for. */
export interface StopsQuery extends Leg {
  readonly count: number;
  /** Names of places that are in the trip or not wanted. */
  readonly besides: ReadonlySet<string>;
  readonly places: PlaceKnowledge;
  readonly thingsToDo: ThingsToDo;
  /** Whether there is time for a way by places that are well known, though they lie off the straight one. */
  readonly isScenic?: boolean;
  /** Where the way should lead. */
  readonly way?: TripConstraints['way'];
  /** The requested maximum distance of a day of driving. */
  readonly mostKm?: number | undefined;
  /** The country that both ends are in: a stop abroad is chosen only where there are too few in it. */
  readonly country?: string;
}

/**
 * So far off the straight way a stop may be, and so little known or small it may be; the first that yields enough counts.
 * Places that travellers know come first.
 */
const CORRIDORS = [
  { withinKm: 70, minRenown: 20, minPopulation: 0 },
  { withinKm: 60, minPopulation: 15_000 },
  { withinKm: 90, minPopulation: 3000 },
  { withinKm: 150, minPopulation: 500 },
  { withinKm: 350, minPopulation: 200 },
] as const;
/** The maximum detour to well-known places when there is ample time, absolute and as a share of the route. */
const SCENIC = { farthestKm: 450, shareOfWay: 0.25, minRenown: 40 };
/** The maximum straight-line distance of a day's drive between two well-known places. */
const SCENIC_DAY_KM = 480;
/** What it costs then to be off the straight way, beside what it costs else. */
const SCENIC_OFF_WAY = 0.3;
/** The leg is searched in sections, so that a large city does not crowd out the country beyond it. */
const SECTIONS_A_STOP = 3;
const MAX_IN_SECTION = 10;
/** A town so close to a city several times its size is a suburb: who stops there stops in the city. */
const SUBURB_KM = 40;
const SUBURB_SHARE = 2.5;
/** Whoever goes no farther in a day is off the way by this share of it at most. */
const SHORT_DAY_KM = 100;
const OFF_SHORT_DAY = 0.4;
/** Stops part a way if its longest stretch is then this share of it at most. */
const STILL_PARTED = 0.95;
/** So much renown counts as much as a sight. */
const RENOWN_A_POINT = 20;
/** Real places that part a leg into stretches of about the same length. Fewer than asked for where there are no more. */
export function stopsBetween(query: StopsQuery): readonly PlacedVisit[] {
  const { from, to, places } = query;
  const isOverSea = (place: Point) => {
    const type = places.crossing?.(from, place, { cars: true }).type;
    return type === 'ferry' || type === 'none';
  };
  if (isOverSea(to)) return stopsAnywhere(query);
  // Nobody takes a ferry for a stop that was not named.
  const besides = new Set(query.besides);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const stops = stopsAnywhere({ ...query, besides });
    const overSea = stops.filter(isOverSea);
    if (overSea.length === 0) return stops;
    for (const { name } of overSea) besides.add(name);
  }
  return [];
}

/** So many times stops on islands may be replaced by others. */
const MAX_TRIES = 8;

function stopsAnywhere(query: StopsQuery): readonly PlacedVisit[] {
  const { way, ...inland } = query;
  const byTheSea = way === 'coast' ? runBetween(query) : [];
  const isWhole = byTheSea.length === query.count || longestStretch(byTheSea, query) <= SCENIC_DAY_KM;
  if (byTheSea.length > 0 && isWhole) return byTheSea.map(visitOf);
  const scenic = query.isScenic ? scenicRun(inland, SCENIC_DAY_KM) : [];
  if (scenic.length > 0) return scenic.map(visitOf);
  const { country, ...anywhere } = inland;
  const inside = runBetween(inland);
  // A single stretch without anything on it is no reason to pass what is worth seeing on the others.
  const emptyKm = longestStretch(inside, query);
  const besideEmpty =
    query.isScenic && inside.length > 1 && emptyKm > SCENIC_DAY_KM ? scenicRun(inland, emptyKm) : [];
  if (besideEmpty.length === query.count) return besideEmpty.map(visitOf);
  const run = country === undefined || inside.length === query.count ? inside : runBetween(anywhere);
  // A stop that lies farther off than the end of the way parts nothing.
  const isParted = (stops: readonly Candidate[]) =>
    longestStretch(stops, query) < longestStretch([], query) * STILL_PARTED;
  return [run, inside].find(isParted)?.map(visitOf) ?? [];
}

function runBetween(query: StopsQuery): readonly Candidate[] {
  const { count } = query;
  if (count < 1) return [];
  const ideal = wayKm(wayOf(query)) / (count + 1);
  let best: readonly Candidate[] = [];
  for (const corridor of CORRIDORS) {
    const chosen = runsThrough(candidatesIn(query, corridor), query)(count);
    const isBetter =
      chosen.length > best.length || longestStretch(chosen, query) < longestStretch(best, query);
    if (isBetter && chosen.length >= best.length) best = chosen;
    if (best.length === count && longestStretch(best, query) <= tooLongKm(ideal)) break;
  }
  return best;
}

/** As many well-known places as there are, up to the count, if no day between them is too long. */
function scenicRun(query: StopsQuery, dayKm: number): readonly Candidate[] {
  const length = wayKm(wayOf(query));
  const withinKm = Math.min(SCENIC.farthestKm, length * SCENIC.shareOfWay);
  const known = candidatesIn(query, { withinKm, minRenown: SCENIC.minRenown, minPopulation: 0 });
  // Where there is too little of that, towns beside the way part it.
  const [, towns] = CORRIDORS;
  const between = candidatesIn(query, towns).filter(
    ({ place }) => !known.some((other) => distanceKm(other.place, place) < SUBURB_KM),
  );
  const candidates = [...known, ...between].toSorted((a, b) => a.place.alongKm - b.place.alongKm);
  const most = Math.min(dayKm, (query.mostKm ?? Number.POSITIVE_INFINITY) / ROAD_FACTOR);
  const bestRun = runsThrough(candidates, query);
  for (let count = query.count; count > 0; count--) {
    const run = bestRun(count);
    if (run.length === count && longestStretch(run, query) <= most) return run;
  }
  return [];
}

/** A place to stay overnight: large or wild areas are visited from a town. */
function isStop(kind: PlaceAlong['kind']): boolean {
  return kind === undefined || kind === 'park' || (isSettlement(kind) && kind !== 'district');
}

/** A strip to look for stops in. */
interface Strip {
  readonly withinKm: number;
  readonly minPopulation: number;
  readonly minRenown?: number;
}

function candidatesIn(query: StopsQuery, corridor: Strip): Candidate[] {
  const { from, to, count, besides, places, thingsToDo, country } = query;
  const isWanted = (place: Point) => query.way !== 'coast' || places.isByTheSea?.(place) !== false;
  const way = wayOf(query);
  const nearEnd = Math.min(40, wayKm(way) / 6);
  const sections = (count + 1) * SECTIONS_A_STOP;
  const ideal = wayKm(way) / (count + 1);
  // By bike or on foot one goes no farther off the way than a part of the day.
  const isShort = (query.mostKm ?? Number.POSITIVE_INFINITY) <= SHORT_DAY_KM;
  const withinKm = isShort ? Math.min(corridor.withinKm, ideal * OFF_SHORT_DAY) : corridor.withinKm;
  const suburbKm = Math.min(SUBURB_KM, isShort ? ideal * OFF_SHORT_DAY : SUBURB_KM);
  const { minPopulation, minRenown } = corridor;
  const beside = places
    .along({ way, withinKm, minPopulation, ...(minRenown !== undefined && { minRenown }) })
    .toSorted((a, b) => worthLooking(b, corridor) - worthLooking(a, corridor));
  const sectionKm = wayKm(way) / sections;
  // Where one looks farther than a section is long, the best places around it count in several.
  const found = new Set(
    Array.from({ length: sections }, (_, at) => {
      const gapKm = ({ alongKm }: PlaceAlong) =>
        Math.max(at * sectionKm - alongKm, alongKm - (at + 1) * sectionKm, 0);
      return firstOf(beside, MAX_IN_SECTION, (place) => Math.hypot(gapKm(place), place.offKm) <= withinKm);
    }).flat(),
  );
  return (
    [...found]
      .filter(({ kind, name }) => isStop(kind) && !besides.has(name))
      .filter(isWanted)
      .filter((place) => country === undefined || place.country === country)
      .filter((place) => distanceKm(place, from) > nearEnd && distanceKm(place, to) > nearEnd)
      // What lies behind the start or beyond the end is not between them.
      .filter(({ alongKm }) => alongKm > nearEnd / 2 && alongKm < wayKm(way) - nearEnd / 2)
      .filter((place) => {
        const larger = { withinKm: suburbKm, minPopulation: Math.max(place.population, 1) * SUBURB_SHARE };
        // A town that is better known than the city next to it is the stop.
        return (places.nearest(place, larger)?.renown ?? -1) < (place.renown ?? 0);
      })
      .map((place) => {
        const sights = thingsToDo.near(place, { name: place.name, limit: 4 }).length;
        const { offKm } = place;
        const known = (place.renown ?? 0) / RENOWN_A_POINT;
        const worth =
          Math.log10(Math.max(place.population, 100)) * 0.7 +
          sights +
          known -
          (offKm / 40) * (query.isScenic ? SCENIC_OFF_WAY : 1);
        return { place, worth };
      })
      .sort((a, b) => a.place.alongKm - b.place.alongKm)
  );
}

function firstOf<Item>(items: readonly Item[], most: number, isFitting: (item: Item) => boolean): Item[] {
  const found: Item[] = [];
  for (const item of items) {
    if (found.length >= most) break;
    if (isFitting(item)) found.push(item);
  }
  return found;
}

/** What the places of a section are chosen by: how well known they are where that matters, else their size. */
function worthLooking({ renown = 0, population }: PlaceAlong, { minRenown }: Strip): number {
  return minRenown === undefined ? population : renown;
}

function visitOf({ place }: Candidate): PlacedVisit {
  const { name, admin1, country, lat, lng, population, renown } = place;
  const region = { ...(admin1 !== '' && { admin1 }), ...(country !== '' && { country }) };
  return { name, ...region, lat, lng, population, renown };
}
