import type { Point } from '../places/geo.ts';
import type { NearSight, SightsQuery } from './sights-near.ts';

/** A source of sights around a point: the embedded table, or a service by URL. */
export interface ActivitySource {
  /** Its name in messages. */
  readonly name: string;
  near(point: Point, query?: SightsQuery): Promise<readonly NearSight[]>;
}

/** The nearest first, preferred kinds before others, without duplicate titles. */
export function nearestOfEach(
  found: readonly NearSight[],
  { limit = Number.POSITIVE_INFINITY, kinds = [] }: SightsQuery,
): NearSight[] {
  const seen = new Set<string>();
  const isPreferred = ({ kind }: NearSight) => kinds.includes(kind);
  return found
    .toSorted((a, b) => Number(isPreferred(b)) - Number(isPreferred(a)) || a.km - b.km)
    .filter(({ title }) => {
      const isNew = !seen.has(title.toLowerCase());
      seen.add(title.toLowerCase());
      return isNew;
    })
    .slice(0, Math.max(0, limit));
}
