import type { Itinerary } from './itinerary.ts';

const DAY_MS = 86_400_000;

/** The date so many days later, or earlier. */
export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The trip on its dates: from a first date on, one day after the other. */
export function datedFrom<Trip extends Pick<Itinerary, 'days'>>(itinerary: Trip, startDate: string): Trip {
  if (Number.isNaN(Date.parse(startDate))) return itinerary;
  const days = itinerary.days.map((day, at) => {
    const date = dateAfter(startDate, at);
    return day.date === date ? day : { ...day, date };
  });
  return days.every((day, at) => day === itinerary.days[at]) ? itinerary : { ...itinerary, days };
}
