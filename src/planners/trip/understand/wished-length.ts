import { dateAfter } from '../calendar-day.ts';
import type { TripWishes } from '../wishes.ts';
import type { SaidDates } from './dates.ts';
import type { SaidDuration } from './durations.ts';

/** How long and when, by what was said: a new length or a new date leaves the others in agreement with it. */
export function wishedLength(
  duration: SaidDuration,
  { startDate, endDate }: SaidDates,
  known: number | undefined,
): Pick<TripWishes, 'days' | 'startDate' | 'endDate'> {
  const days = duration.days ?? lengthened(known, duration.change);
  if (startDate !== undefined && endDate !== undefined) return { startDate, endDate, days };
  if (startDate !== undefined) return { startDate, endDate: undefined, days: days ?? known };
  if (days === undefined) return endDate === undefined ? {} : { endDate };
  if (endDate === undefined) return { days, endDate: undefined };
  return { startDate: dateAfter(endDate, 1 - days), endDate: undefined, days };
}

function lengthened(known: number | undefined, change: number | undefined): number | undefined {
  return change === undefined || known === undefined ? undefined : Math.max(known + change, 1);
}
