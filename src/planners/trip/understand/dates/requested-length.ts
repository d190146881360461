import { dateAfter } from '../../itinerary/calendar-day.ts';
import { requestedDays, type TripRequirements } from '../../requirements/requirements.ts';
import type { DatesReading } from './dates.ts';
import type { DurationReading } from './durations.ts';

/** The requested length and dates, kept consistent: a new length or date adjusts the others. */
export function requestedLength(
  duration: DurationReading,
  dates: DatesReading,
  { before, shown }: { readonly before: TripRequirements; readonly shown: number | undefined },
): Pick<TripRequirements, 'days' | 'startDate' | 'endDate'> {
  const known = requestedDays(before) ?? shown;
  const { startDate, endDate } = shifted(dates, duration, before);
  const days = duration.days ?? lengthened(known, duration.change);
  // Two dates say it best: "a weekend, 5 to 7 March" has three days.
  if (startDate !== undefined && endDate !== undefined) return { startDate, endDate, days: undefined };
  if (startDate !== undefined) return { startDate, endDate: undefined, days: days ?? known };
  // "we have to be back on the 8th" of a trip that has its start
  if (
    days === undefined &&
    endDate !== undefined &&
    before.startDate !== undefined &&
    endDate >= before.startDate
  )
    return { startDate: before.startDate, endDate, days: undefined };
  // "we end on 20 August" of a trip without dates is when it is, and not how long.
  if (days === undefined && endDate !== undefined && before.startDate === undefined && shown !== undefined)
    return { startDate: dateAfter(endDate, 1 - shown), endDate: undefined, days: shown };
  if (days === undefined) return endDate === undefined ? {} : { endDate };
  if (endDate === undefined) return { days, endDate: undefined };
  return { startDate: dateAfter(endDate, 1 - days), endDate: undefined, days };
}

/** "a day later" is relative to the previous date; an explicit date replaces it. */
function shifted(
  dates: DatesReading,
  { shift = 0, shiftMonths = 0 }: DurationReading,
  { startDate }: TripRequirements,
): DatesReading {
  if ((shift === 0 && shiftMonths === 0) || startDate === undefined || dates.startDate !== undefined)
    return dates;
  const month = new Date(`${startDate}T00:00:00Z`);
  month.setUTCMonth(month.getUTCMonth() + shiftMonths);
  return { ...dates, startDate: dateAfter(month.toISOString().slice(0, 10), shift) };
}

function lengthened(known: number | undefined, change: number | undefined): number | undefined {
  return change === undefined || known === undefined ? undefined : Math.max(known + change, 1);
}
