import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { embeddedGazetteer } from '../places/gazetteer/gazetteer-file.ts';
import { distanceKm, isOnGlobe, type Point } from '../places/geo.ts';
import type { Sight, SightKind } from './sight.ts';
import { isSameSight } from './sight-names.ts';

/** Within this distance, renown counts more than distance. */
const IN_TOWN_KM = 15;
const DEFAULT_WITHIN_KM = 45;

/** The sights to find. */
export interface SightsQuery {
  readonly withinKm?: number;
  readonly limit?: number;
  /** The preferred kinds, listed first. */
  readonly kinds?: readonly SightKind[];
  /** Whether sights for children come first. */
  readonly forChildren?: boolean;
}

/** A sight and its distance. */
export interface NearSight extends Sight {
  readonly km: number;
}

/** The embedded sights around a point: those in town by renown, then the others by distance. */
export function sightsNear(
  point: Point,
  {
    withinKm = DEFAULT_WITHIN_KM,
    limit = Number.POSITIVE_INFINITY,
    kinds = [],
    forChildren = false,
  }: SightsQuery = {},
): NearSight[] {
  if (!isOnGlobe(point)) return [];
  const { sights, tree } = known();
  const found = around(tree, point.lng, point.lat, Number.POSITIVE_INFINITY, withinKm).flatMap((index) => {
    const sight = sights[index];
    if (sight === undefined) return [];
    const km = distanceKm(point, sight);
    return km <= withinKm && !isRepeated(index) ? [{ index, ...sight, km }] : [];
  });
  const preference = ({ kind, isForChildren }: Sight) =>
    Number(kinds.includes(kind)) + Number(forChildren && isForChildren === true);
  const remoteness = ({ km }: NearSight) => (km <= IN_TOWN_KM ? 0 : km);
  return found
    .sort((a, b) => preference(b) - preference(a) || remoteness(a) - remoteness(b) || a.index - b.index)
    .slice(0, Math.max(0, limit))
    .map(({ index: _, ...sight }) => sight);
}

/** Within this distance, two sights with one name are the same. */
const SAME_SIGHT_KM = 0.7;
const repeated = new Map<number, boolean>();

/** Whether the sight is better known under another name. */
function isRepeated(index: number): boolean {
  const before = repeated.get(index);
  if (before !== undefined) return before;
  const { sights, tree } = known();
  const sight = sights[index];
  const isOther = (other: number) => {
    const better = other < index ? sights[other] : undefined;
    return better !== undefined && sight !== undefined && isSameSight(better, sight);
  };
  const is =
    sight !== undefined && around(tree, sight.lng, sight.lat, MAX_NEIGHBOURS, SAME_SIGHT_KM).some(isOther);
  repeated.set(index, is);
  return is;
}

const MAX_NEIGHBOURS = 20;

interface KnownSights {
  /** The best known first. */
  readonly sights: readonly Sight[];
  readonly tree: KDBush;
}

let opened: KnownSights | undefined;

/** The sights of the gazetteer are few among its places, so a separate tree is faster to search. */
function known(): KnownSights {
  opened ??= readSights();
  return opened;
}

function readSights(): KnownSights {
  const gazetteer = embeddedGazetteer();
  const sights = Array.from({ length: gazetteer.size }, (_, index) => index)
    .flatMap((index) => {
      const sight = gazetteer.sightAt(index);
      return sight === undefined ? [] : [{ index, renown: gazetteer.renownOf(index), sight }];
    })
    .sort((a, b) => b.renown - a.renown || a.index - b.index)
    .map(({ index, sight }) => ({ title: gazetteer.nameOf(index), ...sight, ...gazetteer.pointOf(index) }));
  const tree = new KDBush(sights.length);
  for (const { lat, lng } of sights) tree.add(lng, lat);
  return { sights, tree: tree.finish() };
}
