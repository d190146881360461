import type { Gazetteer } from './gazetteer/gazetteer.ts';
import { isSettlement } from './gazetteer/gazetteer-format.ts';
import { distanceKm, type Point } from './geo.ts';

/** A place where travellers stay, with its renown, including that of its surroundings. */
export interface Stay {
  readonly place: number;
  readonly renown: number;
}

/** Nobody stays at a less known place for its own sake. */
const MIN_RENOWN = 15;
const MIN_WILD_RENOWN = 50;
/** Sights within this distance are visited from a known town. */
const BESIDE_KM = 20;
const KNOWN_TOWN = 35;
/** In degrees: anything larger is a region, and travellers stay in its places. */
const MAX_STAY_DEGREES = 0.7;

const staysBy = new WeakMap<Gazetteer, readonly Stay[]>();

/**
 * The places to stay, the best known first. An uninhabited place is a stay only if no known town is nearby; otherwise
 * its renown counts for the town: Pisa for its tower.
 */
export function staysOf(gazetteer: Gazetteer): readonly Stay[] {
  const before = staysBy.get(gazetteer);
  if (before !== undefined) return before;
  const renown = new Map<number, number>();
  const wild: number[] = [];
  for (let place = 0; place < gazetteer.size; place++) {
    const own = gazetteer.renownOf(place);
    if (own < MIN_RENOWN) continue;
    const kind = gazetteer.kindOf(place);
    if (isSettlement(kind)) {
      if (kind !== 'district') renown.set(place, own);
    } else if (own >= MIN_WILD_RENOWN && kind !== 'region' && !isLarge(gazetteer, place)) {
      wild.push(place);
    }
  }
  const townsAt = Map.groupBy(
    [...renown.keys()].filter((town) => gazetteer.renownOf(town) >= KNOWN_TOWN),
    (town) => cellOf(gazetteer.pointOf(town)),
  );
  for (const place of wild) {
    const beside = baseFor(gazetteer, gazetteer.pointOf(place), townsAt);
    const own = gazetteer.renownOf(place);
    if (beside === undefined) {
      if (gazetteer.kindOf(place) !== 'sight') renown.set(place, own);
    } else {
      const km = distanceKm(gazetteer.pointOf(beside), gazetteer.pointOf(place));
      renown.set(beside, Math.max(renown.get(beside) ?? 0, own - km / 2));
    }
  }
  const stays = [...renown]
    .map(([place, known]) => ({ place, renown: known }))
    .sort(
      (a, b) =>
        b.renown - a.renown ||
        gazetteer.populationOf(b.place) - gazetteer.populationOf(a.place) ||
        a.place - b.place,
    );
  staysBy.set(gazetteer, stays);
  return stays;
}

const CELLS_A_DEGREE = 2;

function cellOf({ lat, lng }: Point, up = 0, right = 0): string {
  return `${Math.floor(lat * CELLS_A_DEGREE) + up},${Math.floor(lng * CELLS_A_DEGREE) + right}`;
}

/** The town to stay in: the nearest, unless one not much farther away is better known. Cairo, and not Giza. */
function baseFor(
  gazetteer: Gazetteer,
  point: Point,
  townsAt: ReadonlyMap<string, readonly number[]>,
): number | undefined {
  const around = [-1, 0, 1].flatMap((up) =>
    [-1, 0, 1].flatMap((right) => townsAt.get(cellOf(point, up, right)) ?? []),
  );
  let [best, most]: [number | undefined, number] = [undefined, Number.NEGATIVE_INFINITY];
  for (const town of around) {
    const km = distanceKm(gazetteer.pointOf(town), point);
    const worth = gazetteer.renownOf(town) - km;
    if (km < BESIDE_KM && worth > most) [best, most] = [town, worth];
  }
  return best;
}

function isLarge(gazetteer: Gazetteer, place: number): boolean {
  if (gazetteer.kindOf(place) === 'park') return false;
  const { west, south, east, north } = gazetteer.extentOf(place) ?? { west: 0, south: 0, east: 0, north: 0 };
  return east - west > MAX_STAY_DEGREES || north - south > MAX_STAY_DEGREES;
}
