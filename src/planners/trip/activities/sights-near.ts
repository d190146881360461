import { distanceKm, isOnGlobe, type Point } from '../places/geo.ts';
import type { Area, Sight, SightKind } from './sight.ts';
import { AMERICAS } from './sights-americas.ts';
import { ASIA_AFRICA_OCEANIA } from './sights-asia-africa-oceania.ts';
import { NORTHERN_EUROPE } from './sights-northern-europe.ts';
import { SOUTHERN_EUROPE } from './sights-southern-europe.ts';
import { US_CENTRAL } from './sights-us-central.ts';
import { US_EAST } from './sights-us-east.ts';
import { US_WEST } from './sights-us-west.ts';

/** All areas with sights that come with Wayfold. In each, the best known come first. */
export const AREAS: readonly Area[] = [
  ...US_WEST,
  ...US_CENTRAL,
  ...US_EAST,
  ...AMERICAS,
  ...NORTHERN_EUROPE,
  ...SOUTHERN_EUROPE,
  ...ASIA_AFRICA_OCEANIA,
];

const SIGHTS: readonly Sight[] = AREAS.flatMap(({ sights }) => sights);

const KM_PER_DEGREE = 111;
/** So close, what is best known counts more than what is nearest. */
const IN_TOWN_KM = 15;
const DEFAULT_WITHIN_KM = 45;

/** Which sights are looked for. */
export interface SightsQuery {
  readonly withinKm?: number;
  readonly limit?: number;
  /** Those that are preferred; the others come after them. */
  readonly kinds?: readonly SightKind[];
}

/** A sight and how far away it is. */
export interface NearSight extends Sight {
  readonly km: number;
}

/** The sights around a point that come with Wayfold: those in town by renown, then the others by distance. */
export function sightsNear(
  point: Point,
  { withinKm = DEFAULT_WITHIN_KM, limit = Number.POSITIVE_INFINITY, kinds = [] }: SightsQuery = {},
): NearSight[] {
  if (!isOnGlobe(point)) return [];
  const found = SIGHTS.flatMap((sight) => {
    if (Math.abs(sight.lat - point.lat) * KM_PER_DEGREE > withinKm + 1) return [];
    const km = distanceKm(point, sight);
    return km <= withinKm ? [{ ...sight, km }] : [];
  });
  const isPreferred = ({ kind }: Sight) => kinds.includes(kind);
  const remoteness = ({ km }: NearSight) => (km <= IN_TOWN_KM ? 0 : km);
  return found
    .sort((a, b) => Number(isPreferred(b)) - Number(isPreferred(a)) || remoteness(a) - remoteness(b))
    .slice(0, Math.max(0, limit));
}
