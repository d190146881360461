import { embeddedGazetteer } from '../places/gazetteer-file.ts';
import { distanceKm, type Point } from '../places/geo.ts';
import type { Sight, SightKind } from './sight.ts';

/** So close, what is best known counts more than what is nearest. */
const IN_TOWN_KM = 15;
const DEFAULT_WITHIN_KM = 45;

/** Which sights are looked for. */
export interface SightsQuery {
  readonly withinKm?: number;
  readonly limit?: number;
  /** Those that are preferred; the others come after them. */
  readonly kinds?: readonly SightKind[];
  /** Whether what children enjoy comes first. */
  readonly forChildren?: boolean;
}

/** A sight and how far away it is. */
export interface NearSight extends Sight {
  readonly km: number;
}

/** The sights around a point that come with Wayfold: those in town by renown, then the others by distance. */
export function sightsNear(
  point: Point,
  {
    withinKm = DEFAULT_WITHIN_KM,
    limit = Number.POSITIVE_INFINITY,
    kinds = [],
    forChildren = false,
  }: SightsQuery = {},
): NearSight[] {
  const gazetteer = embeddedGazetteer();
  const where = (index: number) => gazetteer.sightAt(index) !== undefined;
  const isPark = (index: number) => gazetteer.kindOf(index) === 'park';
  const found = [
    ...gazetteer.nearWild(point, { withinKm, where }),
    ...gazetteer.near(point, { withinKm, where: isPark }).filter(where),
  ].flatMap((index) => {
    const sight = gazetteer.sightAt(index);
    const { lat, lng } = gazetteer.pointOf(index);
    const km = distanceKm(point, { lat, lng });
    if (sight === undefined || km > withinKm) return [];
    return [{ index, title: gazetteer.nameOf(index), ...sight, lat, lng, km }];
  });
  const preference = ({ kind, isForChildren }: Sight) =>
    Number(kinds.includes(kind)) + Number(forChildren && isForChildren === true);
  const remoteness = ({ km }: NearSight) => (km <= IN_TOWN_KM ? 0 : km);
  return found
    .sort(
      (a, b) =>
        preference(b) - preference(a) ||
        remoteness(a) - remoteness(b) ||
        gazetteer.renownOf(b.index) - gazetteer.renownOf(a.index) ||
        a.index - b.index,
    )
    .slice(0, Math.max(0, limit))
    .map(({ index: _, ...sight }) => sight);
}
