import type { Point } from './geo.ts';
import type { PlaceCandidate, ResolveOptions } from './place-candidate.ts';

/** Finds places by name and by coordinates: the embedded gazetteer, or a service by URL. */
export interface PlaceResolver {
  /** Its name in messages. */
  readonly name: string;
  /** The places that a text may mean, the most likely first. */
  resolve(query: string, options?: ResolveOptions): Promise<readonly PlaceCandidate[]>;
  /** The place at a point, and its distance; `undefined` if there is none. */
  nearest(
    point: Point,
  ): Promise<(Omit<PlaceCandidate, 'match' | 'reason'> & { readonly km: number }) | undefined>;
}
