import type { ThingsToDo, ThingsToDoQuery, ThingToDo } from '../knowledge/things-to-do.ts';
import type { Point } from '../places/geo.ts';
import type { TravelMeans } from '../requirements/constraints.ts';
import type { ActivitySource } from './activity-source.ts';
import { kindsOfInterest } from './interests.ts';
import { isWithinReach } from './reach.ts';
import type { Sight } from './sight.ts';
import { type NearSight, sightsNear } from './sights-near.ts';

/** The embedded sights as a source for the planner. It returns only sights that exist, possibly none. */
export const embeddedThingsToDo: ThingsToDo = {
  near: (point, query) => chosen(point, rememberedSights(point), query),
};

/** How many stops to cache with their sights: one trip asks for the same ones many times. */
const MAX_REMEMBERED = 1000;
const cached = new Map<string, readonly NearSight[]>();

function rememberedSights(point: Point): readonly NearSight[] {
  const key = keyOf(point);
  const before = cached.get(key);
  if (before !== undefined) return before;
  if (cached.size >= MAX_REMEMBERED) cached.clear();
  const sights = sightsNear(point);
  cached.set(key, sights);
  return sights;
}

/**
 * Queries a source about some stops beforehand, so that the planner need not wait. For other places, and where the
 * source knows too little, `fallback` answers.
 */
export async function thingsToDoAt(
  source: ActivitySource,
  stops: readonly Point[],
  fallback: ThingsToDo = embeddedThingsToDo,
): Promise<ThingsToDo> {
  const known = new Map<string, readonly NearSight[]>();
  for (const stop of stops) {
    if (!known.has(keyOf(stop))) known.set(keyOf(stop), await source.near(stop));
  }
  return {
    near: (point, query) => {
      const found = chosen(point, known.get(keyOf(point)) ?? [], query);
      if (found.length >= query.limit) return found;
      const titles = new Set(found.map(({ title }) => title));
      const others = fallback.near(point, query).filter(({ title }) => !titles.has(title));
      return [...found, ...others].slice(0, Math.max(0, query.limit));
    },
  };
}

/** How many of the best known sights to suggest to everybody, whatever their interests. */
const FOR_EVERYBODY = 2;
/** Ranks above any interest. */
const FIRST = 9;

function chosen(stop: Point, sights: readonly Sight[], query: ThingsToDoQuery): ThingToDo[] {
  const kinds = kindsOf(query);
  // The best known come first: children want to see the Leaning Tower too.
  const famous = new Set(query.forChildren ? sights.slice(0, FOR_EVERYBODY) : []);
  const isGrownUp =
    query.forChildren !== true && !(query.interests ?? []).some((liked) => FAMILY.test(liked));
  const preference = (sight: Sight) =>
    famous.has(sight)
      ? FIRST
      : Number(kinds.includes(sight.kind) && !(isGrownUp && isForFamilies(sight))) +
        Number(query.forChildren === true && sight.isForChildren === true);
  const ranked = sights
    .filter(({ title }) => !query.besides?.has(title))
    .toSorted((a, b) => preference(b) - preference(a));
  return firstOf(ranked, query.limit, (sight) => isReached(stop, sight, query.by)).map(
    ({ title, kind, lat, lng }) => ({ title, kind, place: { name: title, lat, lng } }),
  );
}

/** Sights are cached for each stop. */
const reached = new WeakMap<Sight, Map<TravelMeans | undefined, boolean>>();

function isReached(stop: Point, sight: Sight, by: TravelMeans | undefined): boolean {
  const known = reached.get(sight) ?? new Map<TravelMeans | undefined, boolean>();
  const is = known.get(by) ?? isWithinReach(stop, sight, by);
  reached.set(sight, known.set(by, is));
  return is;
}

function firstOf(
  sights: readonly Sight[],
  limit: number,
  isFitting: (sight: Sight) => boolean,
): readonly Sight[] {
  const found: Sight[] = [];
  for (const sight of sights) {
    if (found.length >= limit) break;
    if (isFitting(sight)) found.push(sight);
  }
  return found;
}

const FAMILY = /fun|kid|family|child|amusement|theme|zoo|animal|aquari/i;

/** Who likes music does not ask for zoos. */
function isForFamilies({ kind, isForChildren }: Sight): boolean {
  return kind === 'ENTERTAINMENT' && isForChildren === true;
}

function kindsOf({ interests = [] }: Pick<ThingsToDoQuery, 'interests'>): Sight['kind'][] {
  return kindsOfInterest(interests);
}

function keyOf({ lat, lng }: Point): string {
  return `${lat},${lng}`;
}
