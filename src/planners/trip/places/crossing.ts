import type { Gazetteer, Place } from './gazetteer.ts';
import { distanceKm, drivingKm, type Point } from './geo.ts';

/** A line over the water, in the direction in which it is taken. */
export interface Ferry {
  readonly from: Place;
  readonly to: Place;
  readonly hours: number;
  /** Whether it takes cars. */
  readonly cars: boolean;
}

/** What lies between two places. */
export interface Crossing {
  /**
   * `land`: one can drive there. `around`: one can, but a ferry line saves much of the way. `ferry`: only ferries lead
   * there. `none`: no land and no known ferry does, so that it has to be flown. `unknown`: nothing is known about one end.
   */
  readonly type: 'land' | 'around' | 'ferry' | 'none' | 'unknown';
  /** How many km of the straight line lie on water, as far as a coarse map can tell. */
  readonly seaKm: number;
  /** The ferries to take, in order; none for `land`, `none` and `unknown`. */
  readonly ferries: readonly Ferry[];
  /** What the way takes with them: driving to the ports and between them, and the hours on the water. */
  readonly drivingKm: number;
  readonly ferryHours: number;
}

/** The same in short: no sea that matters, sea with a ferry, or sea that one has to fly over. */
export type SeaCrossing = 'none' | 'ferry' | 'no-ferry';

/** What a crossing comes down to. */
export function seaOf({ type }: Crossing): SeaCrossing {
  if (type === 'none') return 'no-ferry';
  return type === 'ferry' || type === 'around' ? 'ferry' : 'none';
}

/** Something longer on the water is no ferry for a day of a trip any more. */
const MOST_FERRIES = 4;
const KM_AN_HOUR = 70;
/** Waiting and boarding. */
const BOARDING_HOURS = 1;
/** With so much of the straight line on water, the way by land may be a long one. */
const MUCH_SEA = 0.25;
/** A ferry has to save that much of the time by land to be worth the change. */
const WORTH_IT = 0.8;
/** Roads wind less along a way that already goes round the water. */
const ROAD_AROUND = 1.2;

/** Whether one can drive from one point to another, and which ferries help where one cannot. */
export function crossingIn(
  gazetteer: Gazetteer,
  from: Point,
  to: Point,
  { cars = false }: { readonly cars?: boolean } = {},
): Crossing {
  const [start, end] = [landAt(gazetteer, from), landAt(gazetteer, to)];
  const direct = { ferries: [], drivingKm: drivingKm(from, to), ferryHours: 0 };
  if (start === 0 || end === 0) return { type: 'unknown', seaKm: 0, ...direct };
  const seaKm = gazetteer.land.seaKm(from, to);
  const share = seaKm / Math.max(1, distanceKm(from, to));
  if (start === end && share < MUCH_SEA) return { type: 'land', seaKm, ...direct };
  const way = bestWay(gazetteer, { from, to, start, end, cars });
  if (start === end) {
    const around = gazetteer.land.wayKm(from, to);
    const byLand = Math.max(direct.drivingKm, (around ?? direct.drivingKm) * ROAD_AROUND);
    if (way !== undefined && way.cost < (byLand / KM_AN_HOUR) * WORTH_IT) {
      return { type: 'around', seaKm, ...way.found };
    }
    return { type: 'land', seaKm, ...direct, drivingKm: byLand };
  }
  if (way === undefined) return { type: 'none', seaKm, ...direct, drivingKm: 0 };
  return { type: 'ferry', seaKm, ...way.found };
}

/** The landmass of the nearest place; 0 when none is near. */
function landAt(gazetteer: Gazetteer, point: Point): number {
  const where = (index: number) => gazetteer.landmassOf(index) !== 0;
  const [nearest] = gazetteer.near(point, { limit: 1, withinKm: 150, where });
  return nearest === undefined ? 0 : gazetteer.landmassOf(nearest);
}

interface Journey {
  readonly from: Point;
  readonly to: Point;
  readonly start: number;
  readonly end: number;
  readonly cars: boolean;
}

interface Way {
  readonly cost: number;
  readonly found: Pick<Crossing, 'ferries' | 'drivingKm' | 'ferryHours'>;
}

interface Port {
  readonly point: Point;
  readonly land: number;
}

/** The quickest way that drives only on one landmass at a time: a shortest path from port to port. */
function bestWay(gazetteer: Gazetteer, { from, to, start, end, cars }: Journey): Way | undefined {
  const lines = gazetteer.ferries
    .filter((line) => !cars || line.cars)
    .flatMap(({ from: a, to: b, hours, cars: takes }) => [
      { a, b, hours, takes },
      { a: b, b: a, hours, takes },
    ]);
  const portOf = (index: number): Port => ({
    point: gazetteer.pointOf(index),
    land: gazetteer.landmassOf(index),
  });
  interface Step {
    readonly cost: number;
    readonly port: Port;
    readonly ferries: readonly (typeof lines)[number][];
    readonly driven: number;
  }
  const reached = new Map<number, Step>();
  let layer: Step[] = [{ cost: 0, port: { point: from, land: start }, ferries: [], driven: 0 }];
  for (let count = 0; count < MOST_FERRIES; count++) {
    const next: Step[] = [];
    for (const { cost, port, ferries, driven } of layer) {
      for (const line of lines) {
        const quay = portOf(line.a);
        if (quay.land !== port.land) continue;
        const km = drivingKm(port.point, quay.point);
        const total = cost + km / KM_AN_HOUR + line.hours + BOARDING_HOURS;
        if (total >= (reached.get(line.b)?.cost ?? Number.POSITIVE_INFINITY)) continue;
        const step = { cost: total, port: portOf(line.b), ferries: [...ferries, line], driven: driven + km };
        reached.set(line.b, step);
        next.push(step);
      }
    }
    layer = next;
  }
  let best: { readonly cost: number; readonly step: Step; readonly driven: number } | undefined;
  for (const step of reached.values()) {
    if (step.port.land !== end) continue;
    const km = drivingKm(step.port.point, to);
    const cost = step.cost + km / KM_AN_HOUR;
    if (best === undefined || cost < best.cost) best = { cost, step, driven: step.driven + km };
  }
  if (best === undefined) return undefined;
  const { step, driven, cost } = best;
  return {
    cost,
    found: {
      ferries: step.ferries.map(({ a, b, hours, takes }) => ({
        from: gazetteer.place(a),
        to: gazetteer.place(b),
        hours,
        cars: takes,
      })),
      drivingKm: driven,
      ferryHours: step.ferries.reduce((sum, { hours }) => sum + hours, 0),
    },
  };
}
