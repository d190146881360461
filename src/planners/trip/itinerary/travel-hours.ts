import type { TripConstraints } from '../wishes/constraints.ts';

/** From this hour on, nothing is done on the day of arrival; up to the other, nothing on the day of leaving. */
const EVENING = '17:00';
const NOON = '12:00';

/** Whether one arrives too late for anything on the first day. */
export function isLateArrival({ arrival }: Pick<TripConstraints, 'arrival'>): boolean {
  return arrival?.time !== undefined && arrival.time >= EVENING;
}

/** Whether one leaves too early for anything on the last day. */
export function isEarlyDeparture({ departure }: Pick<TripConstraints, 'departure'>): boolean {
  return departure?.time !== undefined && departure.time <= NOON;
}
