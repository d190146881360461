import { bareName } from '../itinerary-view.ts';
import { distanceKm, EARTH_RADIUS_KM, type Point } from '../places/geo.ts';
import { firstDaysOf, readingOf, type TripFinding, type TripSubject, type ValidStop } from './subject.ts';

/** Two stops that are nearer to each other are one place. */
export const SAME_PLACE_KM = 2;

/** A later stop at a place where the trip stopped before. */
export interface Duplicate {
  readonly stop: ValidStop;
  readonly first: ValidStop;
}

/** INV-ANCHOR-UNIQUE: no place twice, but for the return to the origin of a round trip. */
export function anchorUnique(subject: TripSubject): TripFinding[] {
  const duplicates = duplicatesIn(subject);
  const firstDays = duplicates.length === 0 ? new Map<string, number>() : firstDaysOf(subject);
  return duplicates.map(({ stop, first }) => {
    const day = firstDays.get(stop.id);
    return {
      type: 'ANCHOR_DUPLICATE',
      target: { anchorId: stop.id, ...(day !== undefined && { dayNumber: day }) },
      key: stop.id,
      evidence: JSON.stringify([first.id, stop.name, stop.point.lat, stop.point.lng]),
      description: `${stop.name === '' ? 'A stop' : stop.name} is the same place as ${first.name === '' ? `stop ${first.index + 1}` : first.name} before it.`,
      position: day ?? stop.index,
    };
  });
}

/** The stops that repeat an earlier one, in the order of the route. Near-linear in the number of stops. */
export function duplicatesIn(subject: TripSubject): Duplicate[] {
  const { validStops, view } = readingOf(subject);
  const home = view?.itinerary.roundTrip ? returnOf(subject, validStops) : undefined;
  const byName = new Map<string, ValidStop>();
  const grid = new SphereGrid<ValidStop>(2 * SAME_PLACE_KM);
  const found: Duplicate[] = [];
  for (const stop of validStops) {
    const key = nameOf(stop);
    const first = (key === undefined ? undefined : byName.get(key)) ?? grid.near(stop.point, SAME_PLACE_KM);
    if (first !== undefined) {
      if (stop !== home) found.push({ stop, first });
      continue;
    }
    if (key !== undefined) byName.set(key, stop);
    grid.add(stop.point, stop);
  }
  return found;
}

/** The last stop of a round trip, when it is where the trip began. */
function returnOf(subject: TripSubject, stops: readonly ValidStop[]): ValidStop | undefined {
  const [first] = stops;
  const last = stops.at(-1);
  if (first === undefined || last === undefined || first === last) return undefined;
  const origin = readingOf(subject).endpoints.origin.point;
  const isHome =
    last.end === 'origin' ||
    nameOf(last) === nameOf(first) ||
    distanceKm(last.point, first.point) <= SAME_PLACE_KM ||
    (origin !== undefined && distanceKm(last.point, origin) <= SAME_PLACE_KM);
  return isHome ? last : undefined;
}

function nameOf({ name, admin1, country }: ValidStop): string | undefined {
  const key = bareName(name);
  if (key === '') return undefined;
  return `${key}|${admin1?.toUpperCase() ?? ''}|${country?.toUpperCase() ?? ''}`;
}

/** Finds what is near on the globe in constant time: cubes in space know neither poles nor an antimeridian. */
class SphereGrid<Item> {
  readonly #cells = new Map<number, { readonly point: Point; readonly item: Item }[]>();
  readonly #size: number;

  constructor(sizeKm: number) {
    this.#size = sizeKm;
  }

  add(point: Point, item: Item): void {
    const [x, y, z] = this.#cubeOf(point);
    const key = cellKey(Math.floor(x), Math.floor(y), Math.floor(z));
    const cell = this.#cells.get(key);
    if (cell) cell.push({ point, item });
    else this.#cells.set(key, [{ point, item }]);
  }

  /** The first item within `km`, which may be half the size of a cell at most. */
  near(point: Point, km: number): Item | undefined {
    const [x, y, z] = this.#cubeOf(point);
    for (const cx of nearCells(x)) {
      for (const cy of nearCells(y)) {
        for (const cz of nearCells(z)) {
          const cell = this.#cells.get(cellKey(cx, cy, cz));
          const hit = cell?.find((other) => distanceKm(other.point, point) <= km);
          if (hit) return hit.item;
        }
      }
    }
    return undefined;
  }

  #cubeOf({ lat, lng }: Point): [number, number, number] {
    const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
    const scale = EARTH_RADIUS_KM / this.#size;
    return [
      Math.cos(phi) * Math.cos(lambda) * scale,
      Math.cos(phi) * Math.sin(lambda) * scale,
      Math.sin(phi) * scale,
    ];
  }
}

/** The cell of a coordinate and the one on its nearer side. */
function nearCells(value: number): [number, number] {
  const cell = Math.floor(value);
  return [cell, value - cell < 0.5 ? cell - 1 : cell + 1];
}

const CELLS_ACROSS = 8192;

function cellKey(x: number, y: number, z: number): number {
  return (x * CELLS_ACROSS + y) * CELLS_ACROSS + z;
}
