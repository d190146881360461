import type { PlaceAlong } from '../places/corridor.ts';
import { distanceKm, type Point, wayKm } from '../places/geo.ts';

/** A part of a trip between two places that are fixed. */
export interface Leg {
  readonly from: Point;
  readonly to: Point;
  /** Where the leg leads through, in its order. */
  readonly through?: readonly Point[];
  /** Where the whole trip goes: no stop may lead away from it. */
  readonly goal: Point;
}

/** A place to stop at, and how much it is worth a stop. */
export interface Candidate {
  readonly place: PlaceAlong;
  readonly worth: number;
}

/** What an uneven stretch costs, and one that is much too long. */
const UNEVEN = 18;
const MUCH_TOO_LONG = 1.25;

/** So far one likes to drive in a day, as the crow flies: up to it, where to stop counts more than how even the days are. */
const PLEASANT_KM = 300;

/** Where there is any town closer, none so many stretches back comes before it. */
const FARTHEST_BEFORE = 3;

/** Farther from the goal than the stop before by no more than this, as the route rule has it with room to spare. */
const BACK_KM = 20;

/** From this length on, a stretch is much too long beside the others. */
export function tooLongKm(ideal: number): number {
  return Math.max(ideal * MUCH_TOO_LONG, PLEASANT_KM);
}

export function wayOf({ from, through = [], to }: Leg): readonly Point[] {
  return [from, ...through, to];
}

/** A point of the way, and how far along it is. */
type Milestone = Point & Pick<PlaceAlong, 'alongKm'>;

/** The ends of a leg, and how far it is between two points of it: by where it leads through in between. */
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
 * Finds the run of so many places whose stretches are evenest and whose places are most worth a stop: a shortest path
 * over candidates in the order in which they are passed, one layer a stop. Each distance is computed once, however many
 * layers and runs ask for it.
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
    // Days that are short anyway may be uneven.
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

/** A distance between two of these places, computed when it is first asked for. */
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
