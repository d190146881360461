import { distanceKm, greatCircle, type Point, travel, wrapLng } from '../geo.ts';
import { GRID_CELLS_A_DEGREE } from './gazetteer-format.ts';

const COLUMNS = 360 * GRID_CELLS_A_DEGREE;
const ROWS = 180 * GRID_CELLS_A_DEGREE;
const STEP_KM = 8;
const DIRECTIONS = [0, 45, 90, 135, 180, 225, 270, 315];
const KM_A_DEGREE = 111.2;
const RADIANS = Math.PI / 180;

/** The land on the globe, in cells of a fifth of a degree. A cell with a place in it is land. */
export class LandGrid {
  readonly #cells: Uint8Array;

  constructor(cells: Uint8Array) {
    this.#cells = cells;
  }

  isLand(point: Point): boolean {
    const cell = cellAt(point);
    return ((this.#cells[cell >>> 3] ?? 0) & (1 << (cell & 7))) !== 0;
  }

  /** Whether there is sea within this distance of a point, as far as the cells tell. */
  isByTheSea(point: Point, withinKm: number): boolean {
    return DIRECTIONS.some((degrees) => !this.isLand(travel(point, degrees, withinKm)));
  }

  /** How much of the great circle between two points is on water, as far as the cells tell. */
  seaKm(from: Point, to: Point): number {
    const way = greatCircle(from, to, STEP_KM);
    const wet = way.filter((point) => !this.isLand(point)).length;
    return (distanceKm(from, to) * wet) / Math.max(1, way.length);
  }

  /** The length of the shortest way over land, cell by cell; undefined if it exceeds `mostKm`. */
  wayKm(from: Point, to: Point, mostKm: number): number | undefined {
    const [start, goal] = [cellAt(from), cellAt(to)];
    const best = new Map<number, number>([[start, 0]]);
    const open = new Frontier();
    open.push(start, distanceKm(from, to));
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      const km = best.get(cell) ?? 0;
      if (cell === goal) return km;
      for (const next of neighboursOf(cell)) {
        const point = middleOf(next);
        if (next !== goal && !this.isLand(point)) continue;
        const total = km + nearlyKm(middleOf(cell), point);
        if (total >= (best.get(next) ?? Number.POSITIVE_INFINITY)) continue;
        const estimate = total + nearlyKm(point, to);
        if (estimate > mostKm) continue;
        best.set(next, total);
        open.push(next, estimate);
      }
    }
    return undefined;
  }
}

/** The distance as on a flat map: precise enough for cells, and fast. */
function nearlyKm(a: Point, b: Point): number {
  const east = wrapLng(b.lng - a.lng) * Math.cos(((a.lat + b.lat) / 2) * RADIANS);
  return Math.hypot(b.lat - a.lat, east) * KM_A_DEGREE;
}

function cellAt({ lat, lng }: Point): number {
  const row = Math.min(ROWS - 1, Math.max(0, Math.floor((lat + 90) * GRID_CELLS_A_DEGREE)));
  return row * COLUMNS + (Math.floor((wrapLng(lng) + 180) * GRID_CELLS_A_DEGREE) % COLUMNS);
}

function middleOf(cell: number): Point {
  return {
    lat: (Math.floor(cell / COLUMNS) + 0.5) / GRID_CELLS_A_DEGREE - 90,
    lng: ((cell % COLUMNS) + 0.5) / GRID_CELLS_A_DEGREE - 180,
  };
}

function neighboursOf(cell: number): number[] {
  const [row, column] = [Math.floor(cell / COLUMNS), cell % COLUMNS];
  return [-1, 0, 1].flatMap((up) =>
    row + up < 0 || row + up >= ROWS
      ? []
      : [-1, 0, 1].flatMap((right) =>
          up === 0 && right === 0 ? [] : [(row + up) * COLUMNS + ((column + right + COLUMNS) % COLUMNS)],
        ),
  );
}

/** The cells to visit next, the most promising first: a binary heap. */
class Frontier {
  readonly #heap: { readonly cell: number; readonly estimate: number }[] = [];

  push(cell: number, estimate: number): void {
    let at = this.#heap.length;
    this.#heap.push({ cell, estimate });
    while (at > 0) {
      const above = (at - 1) >>> 1;
      if (this.#at(above) <= estimate) break;
      this.#swap(at, above);
      at = above;
    }
  }

  pop(): number | undefined {
    const [first] = this.#heap;
    const last = this.#heap.pop();
    if (first === undefined || last === undefined || this.#heap.length === 0) return first?.cell;
    this.#heap[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const least = this.#at(right) < this.#at(left) ? right : left;
      if (this.#at(least) >= this.#at(at)) return first.cell;
      this.#swap(at, least);
      at = least;
    }
  }

  #at(index: number): number {
    return this.#heap[index]?.estimate ?? Number.POSITIVE_INFINITY;
  }

  #swap(a: number, b: number): void {
    const [x, y] = [this.#heap[a], this.#heap[b]];
    if (x !== undefined && y !== undefined) [this.#heap[a], this.#heap[b]] = [y, x];
  }
}
