import type { Point } from '../places/geo.ts';

/** The kinds of sights and activities. */
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

/** A real sight or activity. */
export interface Sight extends Point {
  readonly title: string;
  readonly kind: SightKind;
  /** Whether children enjoy it, if known. */
  readonly isForChildren?: boolean;
  /** The town or park it belongs to, if known. */
  readonly area?: string;
}
