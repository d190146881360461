import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import type { Point } from '../places/geo.ts';
import type { Router } from './router.ts';

/** The roads of a trip, available synchronously. */
export interface Roads {
  /** The road distance between consecutive stops; undefined if it was not queried, or there is no road. */
  km(from: Point, to: Point): number | undefined;
  /** The whole route on the map; empty if unknown. */
  readonly line: readonly Point[];
}

/** No roads were queried. */
export const NO_ROADS: Roads = { km: () => undefined, line: [] };

/** Distances without a road map: a drive is longer where it leads around a lake or a bay. */
export function roadsOnMap({ crossing }: Pick<PlaceKnowledge, 'crossing'>): Roads {
  if (crossing === undefined) return NO_ROADS;
  return {
    km: (from, to) => {
      const { type, drivingKm } = crossing(from, to, { cars: true });
      return type === 'land' ? drivingKm : undefined;
    },
    line: [],
  };
}

/** Road servers accept about a hundred points per request. */
const MAX_POINTS = 80;

/** Queries the roads between stops in advance. */
export async function roadsThrough(router: Router, stops: readonly Point[]): Promise<Roads> {
  const known = new Map<string, number>();
  const line: Point[] = [];
  let isWhole = stops.length > 1;
  for (let from = 0; from < stops.length - 1; from += MAX_POINTS - 1) {
    const part = stops.slice(from, from + MAX_POINTS);
    const route = await router.route(part);
    isWhole &&= route !== undefined;
    for (const [at, { km }] of (route?.legs ?? []).entries()) {
      const [a, b] = [part[at], part[at + 1]];
      if (a && b) known.set(keyOf(a, b), km);
    }
    line.push(...(route?.line ?? []));
  }
  return { km: (a, b) => known.get(keyOf(a, b)), line: isWhole ? line : [] };
}

function keyOf(a: Point, b: Point): string {
  return `${a.lat},${a.lng},${b.lat},${b.lng}`;
}
