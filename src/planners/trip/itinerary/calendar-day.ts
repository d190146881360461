import type { Day, Itinerary } from './itinerary.ts';

const DAY_MS = 86_400_000;

/** The date this many days later, or earlier if negative. */
export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The trip with dates: consecutive days from the first date on. */
export function datedFrom<Trip extends Pick<Itinerary, 'days'>>(itinerary: Trip, startDate: string): Trip {
  if (Number.isNaN(Date.parse(startDate))) return itinerary;
  const days = itinerary.days.map((day, at) => {
    const date = dateAfter(startDate, at);
    return day.date === date ? day : { ...day, date };
  });
  return days.every((day, at) => day === itinerary.days[at]) ? itinerary : { ...itinerary, days };
}

/** The start of a trip, from which the date of each day follows. */
export interface StartDate {
  readonly date: string;
  /** The date of the day at this index. */
  at(index: number): string;
}

/** A date outside these years is a mistake, and counting from it could leave the calendar. */
const CALENDAR = /^(?:1[6-9]|[2-9]\d)\d\d-\d\d-\d\d$/;

/**
 * The start of a trip: the date that most of its days agree on, so that one wrong date does not move all others.
 * Undefined if fewer than half of the days have dates.
 */
export function startDateOf(days: readonly Pick<Day, 'date'>[]): StartDate | undefined {
  const votes = new Map<string, number>();
  let dated = 0;
  for (const [at, { date }] of days.entries()) {
    if (typeof date !== 'string' || !CALENDAR.test(date) || Number.isNaN(Date.parse(date))) continue;
    dated++;
    const start = dateAfter(date, -at);
    votes.set(start, (votes.get(start) ?? 0) + 1);
  }
  const [first, ...others] = votes;
  if (first === undefined || dated * 2 < days.length) return undefined;
  const [date] = others.reduce((best, each) => (each[1] > best[1] ? each : best), first);
  return { date, at: (index) => dateAfter(date, index) };
}
