import { crossing } from '../places/embedded.ts';
import { distanceKm, type Point } from '../places/geo.ts';
import type { TravelMeans } from '../requirements/constraints.ts';

/** Nobody travels longer than this to see a sight and come back. */
const MAX_HOURS = 1.1;
/** Within this distance, local transport goes everywhere, also across a harbour. */
const IN_TOWN_KM = 10;
/** The average speed, from door to door; by car if the means are unknown. */
const KM_AN_HOUR: Partial<Record<TravelMeans, number>> = { car: 55, train: 40, bus: 40, bike: 17, foot: 5 };
const DEFAULT_KM_AN_HOUR = 55;
/** The waiting time for a ferry, in addition to as long as it sails. */
const BOARDING_HOURS = 0.2;

/** Whether a sight can be visited from a stop, by road and short ferries, without changing the stop. */
export function isWithinReach(stop: Point, sight: Point, by?: TravelMeans): boolean {
  const speed = KM_AN_HOUR[by ?? 'car'] ?? DEFAULT_KM_AN_HOUR;
  const km = distanceKm(stop, sight);
  if (km > speed * MAX_HOURS) return false;
  if (km <= IN_TOWN_KM && by !== 'foot') return true;
  const { type, drivingKm, ferries } = crossing(stop, sight);
  if (type === 'none') return false;
  const ferryHours = ferries.reduce((sum, { hours }) => sum + 2 * hours + BOARDING_HOURS, 0);
  return drivingKm / speed + ferryHours <= MAX_HOURS;
}
