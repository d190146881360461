import { drivingHours, drivingKm, greatCircle, type Point } from '../places/geo.ts';

/** The way between two consecutive points. */
export interface RouteLeg {
  readonly km: number;
  readonly hours: number;
}

/** A way through several points. */
export interface Route extends RouteLeg {
  /** One fewer than there are points. */
  readonly legs: readonly RouteLeg[];
  /** The line on the map. */
  readonly line: readonly Point[];
  /** Whether it follows roads, or is the great circle with a factor. */
  readonly basis: 'roads' | 'great-circle';
}

/** Finds the road route through points, in order. */
export interface Router {
  /** Its name in messages. */
  readonly name: string;
  /** `undefined` if there is no road. */
  route(points: readonly Point[]): Promise<Route | undefined>;
}

const LINE_STEP_KM = 50;

/** The great circle with a factor for roads; needs no map and no network. */
export function greatCircleRoute(points: readonly Point[]): Route {
  const legs = stretches(points).map(([from, to]) => ({
    km: drivingKm(from, to),
    hours: drivingHours(from, to),
  }));
  const line = stretches(points).flatMap(([from, to], i) =>
    greatCircle(from, to, LINE_STEP_KM).slice(i === 0 ? 0 : 1),
  );
  return { ...totalOf(legs), legs, line: line.length > 0 ? line : points, basis: 'great-circle' };
}

export function totalOf(legs: readonly RouteLeg[]): RouteLeg {
  return legs.reduce((sum, { km, hours }) => ({ km: sum.km + km, hours: sum.hours + hours }), {
    km: 0,
    hours: 0,
  });
}

function stretches(points: readonly Point[]): (readonly [Point, Point])[] {
  return points.slice(1).map((to, i) => [points[i] ?? to, to] as const);
}
