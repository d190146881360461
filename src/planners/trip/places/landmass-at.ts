import type { Gazetteer } from './gazetteer/gazetteer.ts';
import { distanceKm, type Point } from './geo.ts';

/** An island without a town is its own place within this distance. */
const ISLET_KM = 3;

/** The landmass of the nearest place; 0 if there is none nearby. */
export function landAt(gazetteer: Gazetteer, point: Point): number {
  const where = (index: number) => gazetteer.landmassOf(index) !== 0;
  const isIsland = (index: number) => where(index) && gazetteer.kindOf(index) === 'island';
  const [islet] = gazetteer.nearWild(point, { limit: 1, withinKm: ISLET_KM, where: isIsland });
  const [town] = gazetteer.near(point, { limit: 1, withinKm: 150, where });
  const isOnIslet =
    islet !== undefined &&
    (town === undefined ||
      distanceKm(gazetteer.pointOf(islet), point) < distanceKm(gazetteer.pointOf(town), point));
  const nearest = isOnIslet ? islet : town;
  return nearest === undefined ? 0 : gazetteer.landmassOf(nearest);
}
