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
  /** The town or park it belongs to, where that is known. */
  readonly area?: string;
}

/** A town or a park with its sights: title, kind, and coordinates to about 0.01°. */
export interface Area {
  readonly name: string;
  readonly admin1: string;
  readonly country: string;
  readonly sights: readonly Sight[];
}

type SightRow = readonly [title: string, kind: SightKind, lat: number, lng: number];

/** An area of the hand-made tables; `where` is its admin1 code and its country, as in the gazetteer. */
export function area(name: string, where: string, rows: readonly SightRow[]): Area {
  const [country = '', admin1 = ''] = where.split('.');
  return {
    name,
    admin1,
    country,
    sights: rows.map(([title, kind, lat, lng]) => ({ title, kind, lat, lng, area: name })),
  };
}
