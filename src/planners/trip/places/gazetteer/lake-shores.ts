import { distanceKm, type Point, wrapLng } from '../geo.ts';
import { SHORE_DEGREES } from './gazetteer-format.ts';

const KM_A_DEGREE = 111.2;
const RADIANS = Math.PI / 180;
/** Narrower water has a bridge, or is an inaccuracy of the map. */
const NARROW_KM = 2;
/** On longer legs, a lake is one bend among many. */
const MAX_LEG_KM = 1500;

/** A position in km east and north of the start of a leg. */
type Flat = readonly [east: number, north: number];

/** A lake: the range of its outline among the shores, and its extent. */
interface Lake {
  readonly first: number;
  readonly end: number;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The outlines of lakes, and the lengths of the ways around them. */
export class LakeShores {
  readonly #shores: Int16Array;
  readonly #offsets: Uint32Array;
  #lakes: readonly Lake[] | undefined;

  constructor(shores: Int16Array, offsets: Uint32Array) {
    this.#shores = shores;
    this.#offsets = offsets;
  }

  /** The length of the straight line between two points if it leads around every lake. */
  wayKm(from: Point, to: Point): number {
    const straight = distanceKm(from, to);
    if (straight < NARROW_KM || straight > MAX_LEG_KM) return straight;
    const [west, east] = [Math.min(from.lng, to.lng), Math.max(from.lng, to.lng)];
    // No lake is on the antimeridian.
    if (east - west > 180) return straight;
    const [south, north] = [Math.min(from.lat, to.lat), Math.max(from.lat, to.lat)];
    this.#lakes ??= this.#read();
    let km = straight;
    for (const lake of this.#lakes) {
      const isBeside = lake.east < west || lake.west > east || lake.north < south || lake.south > north;
      if (!isBeside) km += detourKm(this.#outline(lake, from), flat(to, from));
    }
    return km;
  }

  #read(): readonly Lake[] {
    return Array.from({ length: Math.max(this.#offsets.length - 1, 0) }, (_, at) => {
      const [first, end] = [this.#offsets[at] ?? 0, this.#offsets[at + 1] ?? 0];
      let [west, south, east, north] = [180, 90, -180, -90];
      for (let i = first; i < end; i += 2) {
        const { lat, lng } = this.#pointAt(i);
        [west, east] = [Math.min(west, lng), Math.max(east, lng)];
        [south, north] = [Math.min(south, lat), Math.max(north, lat)];
      }
      return { first, end, west, south, east, north };
    });
  }

  #outline({ first, end }: Lake, from: Point): Flat[] {
    return Array.from({ length: (end - first) / 2 }, (_, i) => flat(this.#pointAt(first + i * 2), from));
  }

  #pointAt(index: number): Point {
    const [lng = 0, lat = 0] = [this.#shores[index], this.#shores[index + 1]];
    return { lat: lat / SHORE_DEGREES, lng: lng / SHORE_DEGREES };
  }
}

function flat({ lat, lng }: Point, from: Point): Flat {
  const east = wrapLng(lng - from.lng) * Math.cos(((lat + from.lat) / 2) * RADIANS);
  return [east * KM_A_DEGREE, (lat - from.lat) * KM_A_DEGREE];
}

const START: Flat = [0, 0];

/** How much longer the way from the start becomes around a lake, on the shorter side. */
function detourKm(outline: readonly Flat[], to: Flat): number {
  const length = Math.hypot(...to);
  const crossed = crossings(outline, to);
  const [startsIn, endsIn] = [isInside(outline, START), isInside(outline, to)];
  const entries = [
    ...(startsIn ? [{ share: 0, edge: nearestTo(outline, START) }] : []),
    ...crossed,
    ...(endsIn ? [{ share: 1, edge: nearestTo(outline, to) }] : []),
  ].toSorted((a, b) => a.share - b.share);
  const [enter, leave] = [entries[0], entries.at(-1)];
  if (enter === undefined || leave === undefined || enter === leave) return 0;
  const wet = entries.reduce((sum, { share }, at) => sum + (at % 2 === 0 ? -share : share), 0) * length;
  if (wet < NARROW_KM) return 0;
  const onward = chain(outline, enter.edge, leave.edge);
  const back = chain(outline, leave.edge, enter.edge);
  const turn = Math.sign(area(outline));
  const around = Math.min(tautKm(onward, to, turn), tautKm(back, to, -turn));
  return Math.max(around - length, 0);
}

/** The intersections of the way with the outline: the share of the way, and the edge. */
function crossings(outline: readonly Flat[], to: Flat): { share: number; edge: number }[] {
  return outline.flatMap((a, edge) => {
    const b = outline[edge + 1] ?? outline[0] ?? a;
    const [side, other] = [cross(START, to, a), cross(START, to, b)];
    if (side > 0 === other > 0) return [];
    const along = side / (side - other);
    const [east, north] = [a[0] + (b[0] - a[0]) * along, a[1] + (b[1] - a[1]) * along];
    const share = (east * to[0] + north * to[1]) / (to[0] ** 2 + to[1] ** 2);
    return share > 0 && share < 1 ? [{ share, edge }] : [];
  });
}

function isInside(outline: readonly Flat[], [east, north]: Flat): boolean {
  let inside = false;
  for (const [at, a] of outline.entries()) {
    const b = outline[at + 1] ?? outline[0] ?? a;
    if (a[1] > north === b[1] > north) continue;
    if (east < a[0] + ((north - a[1]) / (b[1] - a[1])) * (b[0] - a[0])) inside = !inside;
  }
  return inside;
}

function nearestTo(outline: readonly Flat[], [east, north]: Flat): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [at, point] of outline.entries()) {
    const km = Math.hypot(point[0] - east, point[1] - north);
    if (km < least) [best, least] = [at, km];
  }
  return best;
}

/** The points of a closed outline after one edge, up to another. */
function chain(outline: readonly Flat[], after: number, upTo: number): readonly Flat[] {
  return after < upTo
    ? outline.slice(after + 1, upTo + 1)
    : [...outline.slice(after + 1), ...outline.slice(0, upTo + 1)];
}

/** The length of a rope from the start to the end along a shore, pulled tight: half of the hull around the obstacle. */
function tautKm(shore: readonly Flat[], to: Flat, turn: number): number {
  const inTheWay = shore.filter((point) => cross(START, to, point) * turn < 0);
  const sorted = [START, ...inTheWay, to].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return bentKm(sorted) + bentKm(sorted.reverse()) - Math.hypot(...to);
}

/** The length of the right-hand side of a hull, for points sorted along it. */
function bentKm(sorted: readonly Flat[]): number {
  const bends: Flat[] = [];
  for (const point of sorted) {
    for (;;) {
      const [before, last] = [bends.at(-2), bends.at(-1)];
      if (before === undefined || last === undefined || cross(before, last, point) > 0) break;
      bends.pop();
    }
    bends.push(point);
  }
  return bends.reduce((sum, point, at) => {
    const before = bends[at - 1] ?? point;
    return sum + Math.hypot(point[0] - before[0], point[1] - before[1]);
  }, 0);
}

function area(outline: readonly Flat[]): number {
  return outline.reduce((sum, a, at) => {
    const b = outline[at + 1] ?? outline[0] ?? a;
    return sum + a[0] * b[1] - b[0] * a[1];
  }, 0);
}

/** Positive if `c` is left of the line from `a` to `b`. */
function cross(a: Flat, b: Flat, c: Flat): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
