import type { TripConstraints } from '../requirements/constraints.ts';

/**
 * Arriving from this hour on leaves no time for activities on the first day; leaving before the other leaves none on
 * the last.
 */
const EVENING = '17:00';
const NOON = '12:00';

/** Whether the arrival is too late for activities on the first day. */
export function isLateArrival({ arrival }: Pick<TripConstraints, 'arrival'>): boolean {
  return arrival?.time !== undefined && arrival.time >= EVENING;
}

/** Whether the departure is too early for activities on the last day. */
export function isEarlyDeparture({ departure }: Pick<TripConstraints, 'departure'>): boolean {
  return departure?.time !== undefined && departure.time <= NOON;
}
