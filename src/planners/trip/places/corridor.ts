import type { Gazetteer, Place } from './gazetteer/gazetteer.ts';
import { isSettlement } from './gazetteer/gazetteer-format.ts';
import { greatCircle, isOnGlobe, type Offset, offsetFromWay, type Point } from './geo.ts';

/** A strip along a way, and what to find in it. */
export interface Corridor {
  /** At least two points, joined by great circles. */
  readonly way: readonly Point[];
  /** How far from the way a place may be. */
  readonly withinKm: number;
  readonly minPopulation?: number;
  /** The minimum renown of places, which then include parks and islands. */
  readonly minRenown?: number;
  /** The maximum number: the most populous places; with `minRenown`, the best known. */
  readonly limit?: number;
}

/** A place near a way, with its distance from the way and its position along it. */
export interface PlaceAlong extends Place, Offset {}

/** The known places in a corridor, in the order of passing. */
export function placesAlongIn(
  gazetteer: Gazetteer,
  { way, withinKm, minPopulation = 0, minRenown, limit = Number.POSITIVE_INFINITY }: Corridor,
): PlaceAlong[] {
  if (!(withinKm > 0) || !way.every(isOnGlobe)) return [];
  const reach = Math.hypot(withinKm, withinKm / 2) * 1.01;
  const counts = minRenown === undefined ? isTown(minPopulation) : isKnown(minRenown, minPopulation);
  const found = new Set(
    stations(way, withinKm).flatMap((station) => [
      ...gazetteer.near(station, { withinKm: reach, where: counts }),
      ...(minRenown === undefined ? [] : gazetteer.nearWild(station, { withinKm: reach, where: counts })),
    ]),
  );
  const worth = (place: number) =>
    minRenown === undefined ? gazetteer.populationOf(place) : gazetteer.renownOf(place);
  return [...found]
    .map((place) => ({ place, ...offsetFromWay(gazetteer.pointOf(place), way) }))
    .filter(({ offKm }) => offKm <= withinKm)
    .sort((a, b) => worth(b.place) - worth(a.place) || a.place - b.place)
    .slice(0, Math.max(0, limit))
    .sort((a, b) => a.alongKm - b.alongKm || a.offKm - b.offKm || a.place - b.place)
    .map(({ place, offKm, alongKm }) => ({ ...gazetteer.place(place), offKm, alongKm }));

  function isTown(least: number): (place: number) => boolean {
    return (place) => isSettlement(gazetteer.kindOf(place)) && gazetteer.populationOf(place) >= least;
  }

  function isKnown(least: number, people: number): (place: number) => boolean {
    return (place) => {
      const kind = gazetteer.kindOf(place);
      if (kind === 'sight' || kind === 'region' || gazetteer.renownOf(place) < least) return false;
      return !isSettlement(kind) || gazetteer.populationOf(place) >= people;
    };
  }
}

/** Points close enough that circles around them cover the corridor. */
function stations(way: readonly Point[], stepKm: number): Point[] {
  const [first] = way;
  if (first === undefined) return [];
  return [first, ...way.slice(1).flatMap((to, i) => greatCircle(way[i] ?? to, to, stepKm).slice(1))];
}
