import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import type { ThingsToDo } from '../knowledge/things-to-do.ts';
import type { PlaceAlong } from '../places/corridor.ts';
import { isSettlement } from '../places/gazetteer-format.ts';
import { distanceKm, offsetFromWay, type Point, pointBetween, ROAD_FACTOR, wayKm } from '../places/geo.ts';
import type { PlacedVisit } from './resolved-request.ts';

/** What stops are looked for. */
export interface StopsQuery {
  readonly from: Point;
  readonly to: Point;
  /** Where the leg leads through, in its order. */
  readonly through?: readonly Point[];
  readonly count: number;
  /** Where the whole trip goes: no stop may lead away from it. */
  readonly goal: Point;
  /** Names of places that are in the trip or not wanted. */
  readonly besides: ReadonlySet<string>;
  readonly places: PlaceKnowledge;
  readonly thingsToDo: ThingsToDo;
  /** Whether there is time for a way by places that are well known, though they lie off the straight one. */
  readonly isScenic?: boolean;
  /** How far one drives in a day at most, where that was said. */
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
/** With much time one goes by what is well known, as far off the straight way as this, and this share of it. */
const SCENIC = { farthestKm: 450, shareOfWay: 0.25, minRenown: 40 };
/** A day's drive between two well-known places may be so long, as the crow flies. */
const SCENIC_DAY_KM = 480;
/** What it costs then to be off the straight way, beside what it costs else. */
const SCENIC_OFF_WAY = 0.3;
/** The leg is searched in sections, so that a large city does not crowd out the country beyond it. */
const SECTIONS_A_STOP = 3;
const MOST_IN_SECTION = 10;
/** A town so close to a city several times its size is a suburb: who stops there stops in the city. */
const SUBURB_KM = 40;
const SUBURB_SHARE = 2.5;
/** Whoever goes no farther in a day is off the way by this share of it at most. */
const SHORT_DAY_KM = 100;
const OFF_SHORT_DAY = 0.4;
/** Farther from the goal than the stop before by no more than this, as the route rule has it with room to spare. */
const BACK_KM = 20;
/** So much renown counts as much as a sight. */
const RENOWN_A_POINT = 20;
/** What an uneven stretch costs, and one that is much too long. */
const UNEVEN = 18;
const MUCH_TOO_LONG = 1.25;

/** So far one likes to drive in a day, as the crow flies: up to it, where to stop counts more than how even the days are. */
const PLEASANT_KM = 300;

/** Where there is any town closer, none so many stretches back comes before it. */
const FARTHEST_BEFORE = 3;

interface Candidate {
  readonly place: PlaceAlong;
  readonly worth: number;
}

/** Real places that part a leg into stretches of about the same length. Fewer than asked for where there are no more. */
export function stopsBetween(query: StopsQuery): readonly PlacedVisit[] {
  const { country, ...anywhere } = query;
  const scenic = query.isScenic ? scenicRun(query) : [];
  if (scenic.length > 0) return scenic;
  const inside = runBetween(query);
  return country === undefined || inside.length === query.count ? inside : runBetween(anywhere);
}

function runBetween(query: StopsQuery): readonly PlacedVisit[] {
  const { count } = query;
  if (count < 1) return [];
  const ideal = wayKm(wayOf(query)) / (count + 1);
  let best: readonly Candidate[] = [];
  for (const corridor of CORRIDORS) {
    const chosen = bestRun(candidatesIn(query, corridor), query);
    const isBetter =
      chosen.length > best.length || longestStretch(chosen, query) < longestStretch(best, query);
    if (isBetter && chosen.length >= best.length) best = chosen;
    if (best.length === count && longestStretch(best, query) <= tooLongKm(ideal)) break;
  }
  return best.map(({ place }) => visitAt(place));
}

/** As many well-known places as there are, up to the count, if no day between them is too long. */
function scenicRun(query: StopsQuery): readonly PlacedVisit[] {
  const length = wayKm(wayOf(query));
  const withinKm = Math.min(SCENIC.farthestKm, length * SCENIC.shareOfWay);
  const known = candidatesIn(query, { withinKm, minRenown: SCENIC.minRenown, minPopulation: 0 });
  // Where there is too little of that, towns beside the way part it.
  const [, towns] = CORRIDORS;
  const between = candidatesIn(query, towns).filter(
    ({ place }) => !known.some((other) => distanceKm(other.place, place) < SUBURB_KM),
  );
  const candidates = [...known, ...between].toSorted((a, b) => a.place.alongKm - b.place.alongKm);
  const most = Math.min(SCENIC_DAY_KM, (query.mostKm ?? Number.POSITIVE_INFINITY) / ROAD_FACTOR);
  for (let count = query.count; count > 0; count--) {
    const run = bestRun(candidates, { ...query, count });
    if (run.length === count && longestStretch(run, query) <= most) {
      return run.map(({ place }) => visitAt(place));
    }
  }
  return [];
}

/** From this length on, a stretch is much too long beside the others. */
function tooLongKm(ideal: number): number {
  return Math.max(ideal * MUCH_TOO_LONG, PLEASANT_KM);
}

function wayOf({ from, through = [], to }: StopsQuery): readonly Point[] {
  return [from, ...through, to];
}

/** A point of the way, and how far along it is. */
type Milestone = Point & Pick<PlaceAlong, 'alongKm'>;

/** The ends of a leg, and how far it is between two points of it: by where it leads through in between. */
function measured(query: StopsQuery) {
  const way = wayOf(query);
  const milestones = way.map((point, at): Milestone => {
    return { lat: point.lat, lng: point.lng, alongKm: wayKm(way.slice(0, at + 1)) };
  });
  const inner = milestones.slice(1, -1);
  const km = (a: Milestone, b: Milestone) =>
    wayKm([a, ...inner.filter(({ alongKm }) => alongKm > a.alongKm && alongKm < b.alongKm), b]);
  const start: Milestone = { ...query.from, alongKm: 0 };
  const end: Milestone = { ...query.to, alongKm: wayKm(way) };
  return { start, end, km };
}

function longestStretch(run: readonly Candidate[], query: StopsQuery): number {
  const { start, end, km } = measured(query);
  const points = [start, ...run.map(({ place }) => place), end];
  return Math.max(...points.map((point, at) => km(points[at - 1] ?? point, point)));
}

/** The point at a share of a way. */
function pointAlong(way: readonly Point[], share: number): Point {
  let left = wayKm(way) * share;
  for (const [at, to] of way.entries()) {
    const from = way[at - 1];
    if (from === undefined) continue;
    const km = distanceKm(from, to);
    if (left <= km) return km === 0 ? to : pointBetween(from, to, left / km);
    left -= km;
  }
  return way.at(-1) ?? { lat: 0, lng: 0 };
}

/** Where one can stay: what is wide or wild is seen from a town. */
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
  const way = wayOf(query);
  const nearEnd = Math.min(40, wayKm(way) / 6);
  const sections = (count + 1) * SECTIONS_A_STOP;
  const ideal = wayKm(way) / (count + 1);
  // By bike or on foot one goes no farther off the way than a part of the day.
  const isShort = (query.mostKm ?? Number.POSITIVE_INFINITY) <= SHORT_DAY_KM;
  const withinKm = isShort ? Math.min(corridor.withinKm, ideal * OFF_SHORT_DAY) : corridor.withinKm;
  const suburbKm = Math.min(SUBURB_KM, isShort ? ideal * OFF_SHORT_DAY : SUBURB_KM);
  const found = new Map<string, PlaceAlong>();
  for (let at = 0; at < sections; at++) {
    const section = [pointAlong(way, at / sections), pointAlong(way, (at + 1) / sections)];
    for (const place of places.along({ way: section, limit: MOST_IN_SECTION, ...corridor, withinKm })) {
      found.set(`${place.lat},${place.lng}`, place);
    }
  }
  return [...found.values()]
    .filter(({ kind, name }) => isStop(kind) && !besides.has(name))
    .filter((place) => country === undefined || place.country === country)
    .filter((place) => distanceKm(place, from) > nearEnd && distanceKm(place, to) > nearEnd)
    .filter((place) => {
      const larger = { withinKm: suburbKm, minPopulation: Math.max(place.population, 1) * SUBURB_SHARE };
      return places.nearest(place, larger) === undefined;
    })
    .map((place) => {
      const sights = thingsToDo.near(place, { name: place.name, limit: 4 }).length;
      const { alongKm, offKm } = offsetFromWay(place, way);
      const known = (place.renown ?? 0) / RENOWN_A_POINT;
      const worth =
        Math.log10(Math.max(place.population, 100)) * 0.7 +
        sights +
        known -
        (offKm / 40) * (query.isScenic ? SCENIC_OFF_WAY : 1);
      return { place: { ...place, alongKm, offKm }, worth };
    })
    .sort((a, b) => a.place.alongKm - b.place.alongKm);
}

/**
 * The run of places whose stretches are evenest and whose places are most worth a stop: a shortest path over candidates
 * in the order in which they are passed, one layer a stop.
 */
function bestRun(candidates: readonly Candidate[], query: StopsQuery): Candidate[] {
  const { count, goal } = query;
  const { start, end, km } = measured(query);
  const ideal = end.alongKm / (count + 1);
  const most = tooLongKm(ideal);
  // Days that are short anyway may be uneven.
  const uneven = UNEVEN * Math.min(ideal / PLEASANT_KM, 1) ** 2;
  const stretch = (a: Milestone, b: Milestone) => {
    const length = km(a, b);
    const over = Math.max(length - most, 0) / ideal;
    return uneven * (length / ideal - 1) ** 2 + UNEVEN * over * 10;
  };
  const leadsOn = (a: Point, b: Point) => distanceKm(b, goal) <= distanceKm(a, goal) + BACK_KM;
  let layer: (Step | undefined)[] = candidates.map((candidate) =>
    leadsOn(start, candidate.place)
      ? { cost: stretch(start, candidate.place) - candidate.worth, candidate }
      : undefined,
  );
  let best = bestEnd(layer);
  for (let stop = 2; stop <= count; stop++) {
    layer = candidates.map((candidate, at) => {
      let cheapest: Step | undefined;
      for (let before = at - 1; before >= 0; before--) {
        const step = layer[before];
        const previous = candidates[before];
        if (!step || !previous) continue;
        const km = candidate.place.alongKm - previous.place.alongKm;
        if (km > ideal * FARTHEST_BEFORE && cheapest) break;
        if (km < ideal / 3 || !leadsOn(previous.place, candidate.place)) continue;
        const cost = step.cost + stretch(previous.place, candidate.place) - candidate.worth;
        if (cheapest === undefined || cost < cheapest.cost) cheapest = { cost, candidate, before: step };
      }
      return cheapest;
    });
    best = bestEnd(layer) ?? best;
  }
  return runOf(best);

  function bestEnd(ends: readonly (Step | undefined)[]): Step | undefined {
    const whole = ends.flatMap((step) => {
      if (!step || !leadsOn(step.candidate.place, end)) return [];
      return [{ ...step, cost: step.cost + stretch(step.candidate.place, end) }];
    });
    return whole.toSorted((a, b) => a.cost - b.cost)[0];
  }
}

/** A stop with the stops before it, and what they cost together. */
interface Step {
  readonly cost: number;
  readonly candidate: Candidate;
  readonly before?: Step;
}

function runOf(last: Step | undefined): Candidate[] {
  const run: Candidate[] = [];
  for (let step = last; step !== undefined; step = step.before) run.unshift(step.candidate);
  return run;
}

function visitAt({ name, admin1, country, lat, lng, population, renown }: PlaceAlong): PlacedVisit {
  const region = { ...(admin1 !== '' && { admin1 }), ...(country !== '' && { country }) };
  return { name, ...region, lat, lng, population, renown };
}
