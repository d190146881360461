/** What is land, from the coastlines of Natural Earth: which landmass a point is on, and a coarse grid of the globe. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { GRID_CELLS_A_DEGREE } from '../src/planners/trip/places/gazetteer/gazetteer-format.ts';

const topologySchema = z.object({
  transform: z.object({
    scale: z.tuple([z.number(), z.number()]),
    translate: z.tuple([z.number(), z.number()]),
  }),
  arcs: z.array(z.array(z.tuple([z.number(), z.number()]))),
  objects: z.object({
    land: z.object({
      geometries: z.array(
        z.object({ type: z.literal('MultiPolygon'), arcs: z.array(z.array(z.array(z.number()))) }),
      ),
    }),
  }),
});

type Coordinate = readonly [lng: number, lat: number];

interface Edge {
  readonly a: Coordinate;
  readonly b: Coordinate;
}

/** The outline of one landmass, its edges filed by the bands of latitude that they cross. */
interface Landmass {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
  readonly bands: ReadonlyMap<number, readonly Edge[]>;
  readonly outline: readonly Coordinate[];
}

const BANDS_A_DEGREE = 20;
const SIDES = [0, 360, -360];
/** A place that the coastline leaves in the water belongs to the land within this distance. */
const OFF_SHORE_DEGREES = 0.15;

/** Reads the landmasses; the largest come first in what is searched. */
export function readLand(): Land {
  const file = new URL('../node_modules/world-atlas/land-10m.json', import.meta.url);
  const { transform, arcs, objects } = topologySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const decoded = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]): Coordinate => {
      x += dx;
      y += dy;
      return [
        x * transform.scale[0] + transform.translate[0],
        y * transform.scale[1] + transform.translate[1],
      ];
    });
  });
  const ringOf = (indices: readonly number[]) =>
    indices.flatMap((index) => (index < 0 ? (decoded[~index] ?? []).toReversed() : (decoded[index] ?? [])));
  const polygons = objects.land.geometries.flatMap(({ arcs: rings }) =>
    rings.map((polygon) => landmass(besideOutline(polygon.map((arcs) => unwrapped(ringOf(arcs)))))),
  );
  return new Land(polygons.toSorted((a, b) => b.outline.length - a.outline.length));
}

/** A ring over the antimeridian goes on beyond 180° instead of jumping to the other side of the map. */
function unwrapped(ring: readonly Coordinate[]): Coordinate[] {
  let turns = 0;
  return ring.map(([lng, lat], i) => {
    const before = ring[i - 1]?.[0] ?? lng;
    if (lng - before > 180) turns -= 1;
    if (before - lng > 180) turns += 1;
    return [lng + 360 * turns, lat];
  });
}

/** Inland seas on the same side of the map as the outline around them, which may go on beyond 180°. */
function besideOutline(rings: readonly Coordinate[][]): readonly (readonly Coordinate[])[] {
  const [outline = [], ...inner] = rings;
  const west = outline.reduce((least, [lng]) => Math.min(least, lng), 540);
  const east = outline.reduce((most, [lng]) => Math.max(most, lng), -540);
  return [
    outline,
    ...inner.map((ring) => {
      const [start = 0] = ring[0] ?? [];
      const turn = SIDES.find((side) => start + side >= west && start + side <= east) ?? 0;
      return ring.map(([lng, lat]): Coordinate => [lng + turn, lat]);
    }),
  ];
}

/** All land; a landmass is known by its number, which begins at 1. */
export class Land {
  readonly #masses: readonly Landmass[];

  constructor(masses: readonly Landmass[]) {
    this.#masses = masses;
  }

  /** The landmass at a point, or the one just beside it; 0 when there is none. */
  at(lng: number, lat: number): number {
    const inside = this.#masses.findIndex((mass) => SIDES.some((turn) => contains(mass, lng + turn, lat)));
    if (inside >= 0) return inside + 1;
    let [best, nearest] = [0, OFF_SHORE_DEGREES];
    for (const [index, mass] of this.#masses.entries()) {
      for (const turn of SIDES) {
        const away = isNear(mass, lng + turn, lat, nearest) ? distanceTo(mass, lng + turn, lat) : nearest;
        if (away < nearest) [best, nearest] = [index + 1, away];
      }
    }
    return best;
  }

  /** One bit a cell: whether its middle is land, or a town is in it. */
  grid(towns: readonly { readonly lat: number; readonly lng: number }[]): Uint8Array {
    const [columns, rows] = [360 * GRID_CELLS_A_DEGREE, 180 * GRID_CELLS_A_DEGREE];
    const cells = new Uint8Array((columns * rows) / 8);
    for (let row = 0; row < rows; row++) {
      const lat = (row + 0.5) / GRID_CELLS_A_DEGREE - 90;
      const masses = this.#masses.filter(({ south, north }) => lat >= south && lat <= north);
      for (const mass of masses) {
        const crossings = crossingsAt(mass, lat);
        for (let i = 0; i + 1 < crossings.length; i += 2) {
          const first = Math.ceil(((crossings[i] ?? 0) + 180) * GRID_CELLS_A_DEGREE - 0.5);
          const last = Math.floor(((crossings[i + 1] ?? 0) + 180) * GRID_CELLS_A_DEGREE - 0.5);
          for (let column = first; column <= last; column++) {
            markLand(cells, row * columns + ((column + 2 * columns) % columns));
          }
        }
      }
    }
    for (const town of towns) markLand(cells, cellAt(town));
    for (const { lat, west, east } of STRAITS) {
      for (let lng = west; lng <= east; lng += 1 / GRID_CELLS_A_DEGREE) clearLandAt(cells, { lat, lng });
    }
    return cells;
  }
}

/** Narrower than a cell, and without a bridge: Gibraltar. */
const STRAITS = [{ lat: 35.9, west: -6.5, east: -4.9 }];

function clearLandAt(cells: Uint8Array, point: { readonly lat: number; readonly lng: number }): void {
  const cell = cellAt(point);
  cells[cell >>> 3] = (cells[cell >>> 3] ?? 0) & ~(1 << (cell & 7));
}

function cellAt({ lat, lng }: { readonly lat: number; readonly lng: number }): number {
  const row = Math.min(180 * GRID_CELLS_A_DEGREE - 1, Math.floor((lat + 90) * GRID_CELLS_A_DEGREE));
  const column = Math.floor((lng + 180) * GRID_CELLS_A_DEGREE) % (360 * GRID_CELLS_A_DEGREE);
  return row * 360 * GRID_CELLS_A_DEGREE + column;
}

function markLand(cells: Uint8Array, cell: number): void {
  cells[cell >>> 3] = (cells[cell >>> 3] ?? 0) | (1 << (cell & 7));
}

function landmass(rings: readonly (readonly Coordinate[])[]): Landmass {
  const bands = new Map<number, Edge[]>();
  for (const ring of rings) {
    for (const [i, b] of ring.entries()) {
      const a = ring[i - 1] ?? ring.at(-1) ?? b;
      const [from, to] = [bandOf(Math.min(a[1], b[1])), bandOf(Math.max(a[1], b[1]))];
      for (let band = from; band <= to; band++) {
        const edges = bands.get(band);
        if (edges === undefined) bands.set(band, [{ a, b }]);
        else edges.push({ a, b });
      }
    }
  }
  const outline = rings[0] ?? [];
  const [lngs, lats] = [outline.map(([lng]) => lng), outline.map(([, lat]) => lat)];
  return {
    west: lngs.reduce((a, b) => Math.min(a, b), 540),
    east: lngs.reduce((a, b) => Math.max(a, b), -540),
    south: lats.reduce((a, b) => Math.min(a, b), 90),
    north: lats.reduce((a, b) => Math.max(a, b), -90),
    bands,
    outline,
  };
}

function bandOf(lat: number): number {
  return Math.floor(lat * BANDS_A_DEGREE);
}

function crossingsAt({ bands }: Landmass, lat: number): number[] {
  return (bands.get(bandOf(lat)) ?? [])
    .filter(({ a, b }) => a[1] > lat !== b[1] > lat)
    .map(({ a, b }) => a[0] + ((lat - a[1]) / (b[1] - a[1])) * (b[0] - a[0]))
    .sort((x, y) => x - y);
}

function contains(mass: Landmass, lng: number, lat: number): boolean {
  if (lng < mass.west || lng > mass.east || lat < mass.south || lat > mass.north) return false;
  return crossingsAt(mass, lat).filter((crossing) => crossing > lng).length % 2 === 1;
}

function isNear({ west, east, south, north }: Landmass, lng: number, lat: number, degrees: number): boolean {
  const wide = degrees / Math.cos((lat * Math.PI) / 180);
  return lng > west - wide && lng < east + wide && lat > south - degrees && lat < north + degrees;
}

function distanceTo({ bands }: Landmass, lng: number, lat: number): number {
  const narrow = Math.cos((lat * Math.PI) / 180);
  let nearest = Number.POSITIVE_INFINITY;
  for (let band = bandOf(lat - OFF_SHORE_DEGREES); band <= bandOf(lat + OFF_SHORE_DEGREES); band++) {
    for (const { a, b } of bands.get(band) ?? []) {
      for (const [x, y] of [a, b]) nearest = Math.min(nearest, Math.hypot((x - lng) * narrow, y - lat));
    }
  }
  return nearest;
}
