import type { PlaceAlong } from '../places/corridor.ts';
import { distanceKm, type Point, wayKm } from '../places/geo.ts';

/** A section of a trip between two fixed places. */
export interface Leg {
  readonly from: Point;
  readonly to: Point;
  /** The points that the leg passes, in order. */
  readonly through?: readonly Point[];
  /** The destination of the whole trip: no stop may lead away from it. */
  readonly goal: Point;
}

/** A possible stop, and its value. */
export interface Candidate {
  readonly place: PlaceAlong;
  readonly worth: number;
}

/** The cost of an uneven stretch, and of one that is much too long. */
const UNEVEN = 18;
const MUCH_TOO_LONG = 1.25;

/** A pleasant daily distance, as the crow flies: up to it, the quality of stops counts more than evenness. */
const PLEASANT_KM = 300;

/** If there is a closer town, no stop this many stretches back precedes it. */
const FARTHEST_BEFORE = 3;

/** A stop may be this much farther from the goal than the previous one, well within the route rule. */
const BACK_KM = 20;

/** From this length on, a stretch is much too long compared with the others. */
export function tooLongKm(ideal: number): number {
  return Math.max(ideal * MUCH_TOO_LONG, PLEASANT_KM);
}

export function wayOf({ from, through = [], to }: Leg): readonly Point[] {
  return [from, ...through, to];
}

/** A point of the route, and its distance along it. */
type Milestone = Point & Pick<PlaceAlong, 'alongKm'>;

/** The ends of a leg, and distances between its points, through the points it passes. */
function measured(leg: Leg) {
  const way = wayOf(leg);
  const milestones = way.map((point, at): Milestone => {
    return { lat: point.lat, lng: point.lng, alongKm: wayKm(way.slice(0, at + 1)) };
  });
  const inner = milestones.slice(1, -1);
  const km = (a: Milestone, b: Milestone) =>
    wayKm([a, ...inner.filter(({ alongKm }) => alongKm > a.alongKm && alongKm < b.alongKm), b]);
  const start: Milestone = { ...leg.from, alongKm: 0 };
  const end: Milestone = { ...leg.to, alongKm: wayKm(way) };
  return { start, end, km };
}

export function longestStretch(run: readonly Candidate[], leg: Leg): number {
  const { start, end, km } = measured(leg);
  const points = [start, ...run.map(({ place }) => place), end];
  return Math.max(...points.map((point, at) => km(points[at - 1] ?? point, point)));
}

/**
 * Finds the run of this many stops with the evenest stretches and the best places: a shortest path over candidates in
 * the order of the route, one layer for each stop. Each distance is computed once, however many layers and runs need
 * it.
 */
export function runsThrough(candidates: readonly Candidate[], leg: Leg): (count: number) => Candidate[] {
  const { start, end, km } = measured(leg);
  const places = candidates.map(({ place }) => place);
  const fromStart = places.map((place) => km(start, place));
  const toEnd = places.map((place) => km(place, end));
  const kmBetween = onceForEach(places, km);
  const toGoal = [...places, start, end].map((point) => distanceKm(point, leg.goal));
  const [START, END] = [places.length, places.length + 1];
  const leadsOn = (a: number, b: number) => (toGoal[b] ?? 0) <= (toGoal[a] ?? 0) + BACK_KM;

  return (count) => {
    const ideal = end.alongKm / (count + 1);
    const most = tooLongKm(ideal);
    // Short days may be uneven.
    const uneven = UNEVEN * Math.min(ideal / PLEASANT_KM, 1) ** 2;
    const costOf = (length = 0) => {
      const over = Math.max(length - most, 0) / ideal;
      return uneven * (length / ideal - 1) ** 2 + UNEVEN * over * 10;
    };
    let layer = candidates.map((candidate, at): Step | undefined =>
      leadsOn(START, at) ? { cost: costOf(fromStart[at]) - candidate.worth, candidate } : undefined,
    );
    let best = bestEnd(layer);
    for (let stop = 2; stop <= count; stop++) {
      layer = candidates.map((candidate, at) => stepTo(candidate, at, layer));
      best = bestEnd(layer) ?? best;
    }
    return runOf(best);

    function stepTo(
      candidate: Candidate,
      at: number,
      previous: readonly (Step | undefined)[],
    ): Step | undefined {
      let cheapest: Step | undefined;
      for (let before = at - 1; before >= 0; before--) {
        const step = previous[before];
        if (!step) continue;
        const passedKm = candidate.place.alongKm - step.candidate.place.alongKm;
        if (passedKm > ideal * FARTHEST_BEFORE && cheapest) break;
        if (passedKm < ideal / 3 || !leadsOn(before, at)) continue;
        const cost = step.cost + costOf(kmBetween(before, at)) - candidate.worth;
        if (cheapest === undefined || cost < cheapest.cost) cheapest = { cost, candidate, before: step };
      }
      return cheapest;
    }

    function bestEnd(ends: readonly (Step | undefined)[]): Step | undefined {
      let best: Step | undefined;
      for (const [at, step] of ends.entries()) {
        if (!step || !leadsOn(at, END)) continue;
        const cost = step.cost + costOf(toEnd[at]);
        if (best === undefined || cost < best.cost) best = { ...step, cost };
      }
      return best;
    }
  };
}

/** Memoizes distances between places. */
function onceForEach(places: readonly PlaceAlong[], km: (a: PlaceAlong, b: PlaceAlong) => number) {
  const known = new Float64Array(places.length ** 2).fill(-1);
  return (before: number, at: number): number => {
    const cell = at * places.length + before;
    const [length = -1, a, b] = [known[cell], places[before], places[at]];
    if (length >= 0 || a === undefined || b === undefined) return length;
    const found = km(a, b);
    known[cell] = found;
    return found;
  };
}

/** A stop with the previous ones, and their total cost. */
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
