import { bareName } from '../itinerary/itinerary-view.ts';
import { distanceKm, EARTH_RADIUS_KM, type Point } from '../places/geo.ts';
import { recalled } from './stop-memory.ts';
import { firstDaysOf, readingOf, type TripFinding, type TripSubject, type ValidStop } from './subject.ts';

/** Two stops within this distance are one place. */
export const SAME_PLACE_KM = 2;

/** A later stop at a place that the trip has visited before. */
export interface Duplicate {
  readonly stop: ValidStop;
  readonly first: ValidStop;
}

/** INV-ANCHOR-UNIQUE: no place occurs twice, except for the return to the origin of a round trip. */
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

/** The stops that repeat an earlier one, in the order of the route. Nearly linear in the number of stops. */
export function duplicatesIn(subject: TripSubject): Duplicate[] {
  const { validStops, view } = readingOf(subject);
  const { keys } = subject.memory;
  const home = view?.itinerary.roundTrip ? returnOf(subject, validStops) : undefined;
  const byName = new Map<string, ValidStop>();
  const grid = new SphereGrid(2 * SAME_PLACE_KM);
  const found: Duplicate[] = [];
  for (const stop of validStops) {
    const key = recalled(keys, stop.anchor, () => nameOf(stop));
    const first = (key === undefined ? undefined : byName.get(key)) ?? grid.near(stop.point, SAME_PLACE_KM);
    if (first !== undefined) {
      if (stop !== home && !isRevisit(subject, stop, first)) found.push({ stop, first });
      continue;
    }
    if (key !== undefined) byName.set(key, stop);
    grid.add(stop);
  }
  return found;
}

/** The last stop of a round trip, if it is at the origin. */
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

/** Whether the traveller wants to return to a place after visiting others. */
function isRevisit({ state: { requirements } }: TripSubject, stop: ValidStop, first: ValidStop): boolean {
  const { origin, via = [], destination } = requirements;
  const named = [origin, ...via, destination].filter(
    (requested) => requested !== undefined && bareName(requested.name) === bareName(stop.name),
  );
  return named.length > 1 && stop.index > first.index + 1;
}

function nameOf({ name, admin1, country }: ValidStop): string | undefined {
  const key = bareName(name);
  if (key === '') return undefined;
  return `${key}|${admin1?.toUpperCase() ?? ''}|${country?.toUpperCase() ?? ''}`;
}

/** Finds neighbours on the globe in constant time: cubes in space have no poles and no antimeridian. */
class SphereGrid {
  readonly #cells = new Map<number, ValidStop[]>();
  readonly #size: number;

  constructor(sizeKm: number) {
    this.#size = sizeKm;
  }

  add(stop: ValidStop): void {
    const { x, y, z } = this.#cubeOf(stop.point);
    const key = cellKey(Math.floor(x), Math.floor(y), Math.floor(z));
    const cell = this.#cells.get(key);
    if (cell) cell.push(stop);
    else this.#cells.set(key, [stop]);
  }

  /** The first stop within `km`, which may be at most half the size of a cell. */
  near(point: Point, km: number): ValidStop | undefined {
    const { x, y, z } = this.#cubeOf(point);
    const [nextX, nextY, nextZ] = [nearerSide(x), nearerSide(y), nearerSide(z)];
    // Its own cell and the neighbour on the nearer side in each direction: eight in all.
    for (let corner = 0; corner < 8; corner++) {
      const cell = this.#cells.get(
        cellKey(
          Math.floor(x) + (corner & 1 ? nextX : 0),
          Math.floor(y) + (corner & 2 ? nextY : 0),
          Math.floor(z) + (corner & 4 ? nextZ : 0),
        ),
      );
      const hit = cell?.find((other) => distanceKm(other.point, point) <= km);
      if (hit) return hit;
    }
    return undefined;
  }

  #cubeOf({ lat, lng }: Point): { x: number; y: number; z: number } {
    const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
    const scale = EARTH_RADIUS_KM / this.#size;
    return {
      x: Math.cos(phi) * Math.cos(lambda) * scale,
      y: Math.cos(phi) * Math.sin(lambda) * scale,
      z: Math.sin(phi) * scale,
    };
  }
}

function nearerSide(value: number): 1 | -1 {
  return value - Math.floor(value) < 0.5 ? -1 : 1;
}

const CELLS_ACROSS = 8192;

function cellKey(x: number, y: number, z: number): number {
  return (x * CELLS_ACROSS + y) * CELLS_ACROSS + z;
}
