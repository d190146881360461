import { GRID_CELLS_A_DEGREE } from './gazetteer-format.ts';
import { distanceKm, greatCircle, type Point, wrapLng } from './geo.ts';

const COLUMNS = 360 * GRID_CELLS_A_DEGREE;
const ROWS = 180 * GRID_CELLS_A_DEGREE;
const STEP_KM = 8;

/** Which parts of the globe are land, in cells of a fifth of a degree. A cell with a place in it is land. */
export class LandGrid {
  readonly #cells: Uint8Array;

  constructor(cells: Uint8Array) {
    this.#cells = cells;
  }

  isLand({ lat, lng }: Point): boolean {
    const row = Math.min(ROWS - 1, Math.max(0, Math.floor((lat + 90) * GRID_CELLS_A_DEGREE)));
    const column = Math.floor((wrapLng(lng) + 180) * GRID_CELLS_A_DEGREE) % COLUMNS;
    const cell = row * COLUMNS + column;
    return ((this.#cells[cell >>> 3] ?? 0) & (1 << (cell & 7))) !== 0;
  }

  /** How many km of the great circle between two points lie on water, as far as the cells can tell. */
  seaKm(from: Point, to: Point): number {
    const way = greatCircle(from, to, STEP_KM);
    const wet = way.filter((point) => !this.isLand(point)).length;
    return (distanceKm(from, to) * wet) / Math.max(1, way.length);
  }
}
