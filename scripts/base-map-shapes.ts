/** The lines and areas of the base map as text: a line each, its points as steps from one to the next. */

/** The files of `base-map-data/`. */
export const BASE_MAP_LAYERS = ['rivers', 'lakes', 'urban-areas', 'state-borders'] as const;

/** One of {@link BASE_MAP_LAYERS}. */
export type BaseMapLayer = (typeof BASE_MAP_LAYERS)[number];

/** Longitude and latitude in degrees. */
export type Position = readonly [lng: number, lat: number];

/** Lines that belong together, or the rings of one area. */
export interface BaseMapShape {
  readonly name: string;
  /** The lower, the better known. */
  readonly rank: number;
  readonly lines: readonly (readonly Position[])[];
}

const CELLS_A_DEGREE = 100;

/** Shapes as text. */
export function writeShapes(shapes: readonly BaseMapShape[]): string {
  return shapes
    .map(({ name, rank, lines }) => `${name}\t${rank}\t${lines.map(writeLine).join(';')}\n`)
    .join('');
}

/** Shapes from text; lines that begin with `#` are remarks. */
export function readShapes(text: string): readonly BaseMapShape[] {
  return text.split('\n').flatMap((row) => {
    if (row === '' || row.startsWith('#')) return [];
    const [name = '', rank = '', lines = ''] = row.split('\t');
    return [{ name, rank: Number(rank), lines: lines.split(';').map(readLine) }];
  });
}

function writeLine(line: readonly Position[]): string {
  let [x, y] = [0, 0];
  return line
    .map(([lng, lat]) => {
      const [nextX, nextY] = [Math.round(lng * CELLS_A_DEGREE), Math.round(lat * CELLS_A_DEGREE)];
      const step = `${nextX - x},${nextY - y}`;
      [x, y] = [nextX, nextY];
      return step;
    })
    .join(' ');
}

function readLine(text: string): readonly Position[] {
  let [x, y] = [0, 0];
  return text.split(' ').map((step): Position => {
    const [dx = 0, dy = 0] = step.split(',').map(Number);
    [x, y] = [x + dx, y + dy];
    return [x / CELLS_A_DEGREE, y / CELLS_A_DEGREE];
  });
}
