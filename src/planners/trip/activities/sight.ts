import type { Point } from '../places/geo.ts';

/** What sort of thing there is to see or do. */
export const SIGHT_KINDS = [
  'BEACH',
  'ENTERTAINMENT',
  'HISTORIC',
  'LANDMARK',
  'MARKET',
  'MUSEUM',
  'NATURE',
  'NEIGHBOURHOOD',
  'PARK',
  'RELIGIOUS',
  'VIEWPOINT',
] as const;

/** One of {@link SIGHT_KINDS}. */
export type SightKind = (typeof SIGHT_KINDS)[number];

/** Something real that can be visited. */
export interface Sight extends Point {
  readonly title: string;
  readonly kind: SightKind;
  /** Whether children enjoy it, where that is known. */
  readonly isForChildren?: boolean;
  /** The town or park it belongs to, where that is known. */
  readonly area?: string;
}
