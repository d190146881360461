import type { Gazetteer, Place } from './gazetteer/gazetteer.ts';
import { distanceKm, drivingKm, type Point } from './geo.ts';
import { landAt } from './landmass-at.ts';

/** A ferry line, in the direction of travel. */
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
   * `land`: one can drive. `around`: one can drive, but a ferry saves much of the way. `ferry`: only ferries lead
   * there. `none`: neither land nor a known ferry, so only a flight. `unknown`: nothing is known about one end.
   */
  readonly type: 'land' | 'around' | 'ferry' | 'none' | 'unknown';
  /** How much of the straight line is on water, as far as a coarse map tells. */
  readonly seaKm: number;
  /** The ferries to take, in order; empty for `land`, `none` and `unknown`. */
  readonly ferries: readonly Ferry[];
  /** The driving to and between the ports, and the hours on the water. */
  readonly drivingKm: number;
  readonly ferryHours: number;
}

/** A simplified crossing: no relevant sea, sea with a ferry, or sea without one. */
export type SeaCrossing = 'none' | 'ferry' | 'no-ferry';

/** The simplified form of a crossing. */
export function seaOf({ type }: Crossing): SeaCrossing {
  if (type === 'none') return 'no-ferry';
  return type === 'ferry' || type === 'around' ? 'ferry' : 'none';
}

/** The maximum number of ferries on a way. */
const MAX_FERRIES = 4;
const KM_AN_HOUR = 70;
/**
 * The hours for waiting and boarding, so that a direct line is better than two slightly shorter ones. Short lines leave
 * more often.
 */
const BOARDING = { most: 2.5, least: 0.2 } as const;
/** Anybody with a longer crossing would fly. */
const MAX_FERRY_HOURS = 30;
/** A line that starts and ends within this distance of both places is direct. */
const DIRECT_KM = 15;
/** The longest leg that ferries are considered for. */
const FARTHEST_LEG_KM = 1500;
/** If this share of the straight line is on water, the way by land may be long. */
const MUCH_SEA = 0.25;
/** The maximum share of the time by land that a ferry may take. */
const WORTH_IT = 0.95;
/** A way by land longer than this many times the straight line, plus this distance, is ignored. */
const MAX_WAY = { times: 8, km: 500 };
/** Roads wind less on a way that already leads around water. */
const ROAD_AROUND = 1.2;

/** Whether one can drive from one point to another, and which ferries help otherwise. */
export function crossingIn(
  gazetteer: Gazetteer,
  from: Point,
  to: Point,
  { cars = false }: { readonly cars?: boolean } = {},
): Crossing {
  const [shore, farShore] = [landAt(gazetteer, from), landAt(gazetteer, to)];
  const [start, end] = [shore.landmass, farShore.landmass];
  const direct = { ferries: [], drivingKm: drivingKm(from, to), ferryHours: 0 };
  if (start === 0 || end === 0) return { type: 'unknown', seaKm: 0, ...direct };
  const seaKm = gazetteer.land.seaKm(from, to);
  const share = seaKm / Math.max(1, distanceKm(from, to));
  const isFar = distanceKm(from, to) > FARTHEST_LEG_KM;
  const aroundLakes = gazetteer.lakes.wayKm(from, to) * ROAD_AROUND;
  const overBridges =
    start !== end ? 0 : bridgesKm(gazetteer, { from, to, start: shore.island, end: farShore.island });
  const isOpen = share < MUCH_SEA && Math.max(aroundLakes, overBridges) <= direct.drivingKm;
  const shuttle = start === end && !isFar ? shuttleBetween(gazetteer, from, to, cars) : undefined;
  if (shuttle) return { type: 'around', seaKm, ...shuttle };
  if (start === end && (isOpen || isFar)) return { type: 'land', seaKm, ...direct };
  const way = isFar ? undefined : bestWay(gazetteer, { from, to, start, end, cars });
  if (start === end) {
    const most = distanceKm(from, to) * MAX_WAY.times + MAX_WAY.km;
    const around = share < MUCH_SEA ? 0 : gazetteer.land.wayKm(from, to, most);
    if (around !== undefined) {
      const byLand = Math.max(direct.drivingKm, around * ROAD_AROUND, aroundLakes, overBridges);
      if (way !== undefined && way.cost < (byLand / KM_AN_HOUR) * WORTH_IT) {
        return { type: 'around', seaKm, ...way.found };
      }
      return { type: 'land', seaKm, ...direct, drivingKm: byLand };
    }
  }
  if (way === undefined) return { type: 'none', seaKm, ...direct, drivingKm: 0 };
  return { type: 'ferry', seaKm, ...way.found };
}

/** On longer ways, where the bridge is matters little. */
const FARTHEST_OVER_BRIDGES_KM = 120;
const MAX_BRIDGES = 3;

/** How far it is to drive from one island to another over bridges; 0 if that says nothing. */
function bridgesKm(
  gazetteer: Gazetteer,
  { from, to, start, end }: { from: Point; to: Point; start: number; end: number },
): number {
  if (start === end || distanceKm(from, to) > FARTHEST_OVER_BRIDGES_KM) return 0;
  const shortest = (point: Point, island: number, bridges: number): number =>
    gazetteer.bridges.reduce((least, { islands, ...bridge }) => {
      if (!islands.includes(island)) return least;
      const other = islands[0] === island ? islands[1] : islands[0];
      const there = drivingKm(point, bridge);
      if (there >= least) return least;
      const rest = other === end ? drivingKm(bridge, to) : Number.POSITIVE_INFINITY;
      const further = other !== end && bridges > 1 ? shortest(bridge, other, bridges - 1) : rest;
      return Math.min(least, there + further);
    }, Number.POSITIVE_INFINITY);
  const km = shortest(from, start, MAX_BRIDGES);
  return Number.isFinite(km) ? km : 0;
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
  readonly place: number;
  readonly point: Point;
  readonly land: number;
}

interface Line {
  readonly from: Port;
  readonly to: Port;
  readonly hours: number;
  readonly cars: boolean;
}

interface Step {
  readonly cost: number;
  readonly port: Pick<Port, 'point' | 'land'>;
  readonly lines: readonly Line[];
  readonly driven: number;
}

/** The maximum detour of a way with ferries: this many times the straight line, and this distance. */
const MAX_DETOUR = { times: 1.6, km: 350 };
/** Shorter drives to a port follow the shore. */
const ALONG_THE_SHORE_KM = 40;
/** The maximum detour of a drive to a port, as a multiple of the straight line. */
const MAX_DRIVE_RATIO = 2;

/** The quickest way that drives only on one landmass at a time: a shortest path between ports. */
function bestWay(gazetteer: Gazetteer, { from, to, start, end, cars }: Journey): Way | undefined {
  const longest = distanceKm(from, to) * MAX_DETOUR.times + MAX_DETOUR.km;
  const lines = linesOf(gazetteer).filter(
    (line) =>
      (!cars || line.cars) && distanceKm(from, line.from.point) + distanceKm(line.to.point, to) < longest,
  );
  const direct = lines.find(
    (line) => distanceKm(from, line.from.point) < DIRECT_KM && distanceKm(line.to.point, to) < DIRECT_KM,
  );
  const driveKm = (a: Point, b: Point): number => {
    const km = distanceKm(a, b);
    const least = Math.max(drivingKm(a, b), gazetteer.lakes.wayKm(a, b) * ROAD_AROUND);
    if (km < ALONG_THE_SHORE_KM || gazetteer.land.seaKm(a, b) / km < MUCH_SEA) return least;
    const around = gazetteer.land.wayKm(a, b, km * MAX_DRIVE_RATIO);
    return around === undefined ? Number.POSITIVE_INFINITY : Math.max(least, around * ROAD_AROUND);
  };
  const reached = new Map<number, Step>();
  let best: Step | undefined;
  let layer: Step[] = [{ cost: 0, port: { point: from, land: start }, lines: [], driven: 0 }];
  for (let count = 0; count < MAX_FERRIES && layer.length > 0; count++) {
    const next: Step[] = [];
    for (const step of layer) {
      for (const line of lines) {
        if (line.from.land !== step.port.land || (line.to.land === line.from.land && start !== end)) continue;
        if (direct !== undefined && line !== direct) continue;
        const boarding = Math.min(BOARDING.most, BOARDING.least + line.hours);
        const hours = step.cost + line.hours + boarding;
        const known = reached.get(line.to.place)?.cost ?? Number.POSITIVE_INFINITY;
        const most = Math.min(known, best?.cost ?? Number.POSITIVE_INFINITY);
        if (hours + drivingKm(step.port.point, line.from.point) / KM_AN_HOUR >= most) continue;
        const km = driveKm(step.port.point, line.from.point);
        const cost = hours + km / KM_AN_HOUR;
        if (cost >= most) continue;
        const after = { cost, port: line.to, lines: [...step.lines, line], driven: step.driven + km };
        reached.set(line.to.place, after);
        next.push(after);
        if (line.to.land !== end) continue;
        const rest = driveKm(line.to.point, to);
        const total = cost + rest / KM_AN_HOUR;
        if (total >= (best?.cost ?? Number.POSITIVE_INFINITY)) continue;
        best = { ...after, cost: total, driven: after.driven + rest };
      }
    }
    layer = next;
  }
  if (best === undefined) return undefined;
  const ferryHours = best.lines.reduce((sum, { hours }) => sum + hours, 0);
  if (ferryHours > MAX_FERRY_HOURS && direct === undefined) return undefined;
  return { cost: best.cost, found: foundBy(gazetteer, best.lines, best.driven) };
}

function foundBy(gazetteer: Gazetteer, lines: readonly Line[], driven: number): Way['found'] {
  return {
    ferries: lines.map(({ from, to, hours, cars }) => ({
      from: gazetteer.place(from.place),
      to: gazetteer.place(to.place),
      hours,
      cars,
    })),
    drivingKm: driven,
    ferryHours: lines.reduce((sum, { hours }) => sum + hours, 0),
  };
}

/** A shorter line between the places is the usual way, even if there is one around the water. */
const SHUTTLE = { hours: 2, portKm: 6, portDegrees: 0.06 } as const;

function shuttleBetween(
  gazetteer: Gazetteer,
  from: Point,
  to: Point,
  cars: boolean,
): Way['found'] | undefined {
  const isAt = (port: Port, point: Point) =>
    Math.abs(port.point.lat - point.lat) < SHUTTLE.portDegrees &&
    distanceKm(port.point, point) < SHUTTLE.portKm;
  const line = linesOf(gazetteer).find(
    (each) =>
      each.hours <= SHUTTLE.hours && (!cars || each.cars) && isAt(each.from, from) && isAt(each.to, to),
  );
  if (line === undefined) return undefined;
  return foundBy(gazetteer, [line], drivingKm(from, line.from.point) + drivingKm(line.to.point, to));
}

const linesBy = new WeakMap<Gazetteer, readonly Line[]>();

/** Every line in both directions. */
function linesOf(gazetteer: Gazetteer): readonly Line[] {
  const before = linesBy.get(gazetteer);
  if (before !== undefined) return before;
  const portOf = (place: number): Port => ({
    place,
    point: gazetteer.pointOf(place),
    land: gazetteer.landmassOf(place),
  });
  const lines = gazetteer.ferries.flatMap(({ from, to, hours, cars }) => {
    const [a, b] = [portOf(from), portOf(to)];
    return [
      { from: a, to: b, hours, cars },
      { from: b, to: a, hours, cars },
    ];
  });
  linesBy.set(gazetteer, lines);
  return lines;
}
