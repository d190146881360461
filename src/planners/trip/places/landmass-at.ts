import type { Gazetteer } from './gazetteer/gazetteer.ts';
import { distanceKm, type Point } from './geo.ts';

/** An island without a town is its own place within this distance. */
const ISLET_KM = 3;

/** What is known of the land at a point. */
export interface Land {
  /** A number shared with all that one can drive to without a ferry; 0 if no place is nearby. */
  readonly landmass: number;
  /** The same without bridges and tunnels. */
  readonly island: number;
}

/** The land of the nearest place. */
export function landAt(gazetteer: Gazetteer, point: Point): Land {
  const where = (index: number) => gazetteer.islandOf(index) !== 0;
  const isIsland = (index: number) => where(index) && gazetteer.kindOf(index) === 'island';
  const [islet] = gazetteer.nearWild(point, { limit: 1, withinKm: ISLET_KM, where: isIsland });
  const [town] = gazetteer.near(point, { limit: 1, withinKm: 150, where });
  const isOnIslet =
    islet !== undefined &&
    (town === undefined ||
      distanceKm(gazetteer.pointOf(islet), point) < distanceKm(gazetteer.pointOf(town), point));
  const nearest = isOnIslet ? islet : town;
  return nearest === undefined
    ? { landmass: 0, island: 0 }
    : { landmass: gazetteer.landmassOf(nearest), island: gazetteer.islandOf(nearest) };
}
