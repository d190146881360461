import { createEvents, type DateArray, type EventAttributes } from 'ics';
import { z } from 'zod';
import { shown } from '../../../journal/error.ts';
import { dateAfter } from '../calendar-day.ts';
import { TripError } from '../error.ts';
import type { Itinerary } from '../itinerary.ts';
import type { Roads } from '../routes/roads.ts';
import { activityText, outlineDays, tripTitle } from './trip-outline.ts';

/** The trip as a calendar (RFC 5545): one event a day, all day long. `startDate` dates a trip that has no dates. */
export function toIcs(
  itinerary: Itinerary,
  { startDate, roads }: { readonly startDate?: string | undefined; readonly roads?: Roads | undefined } = {},
): string {
  const events = outlineDays(itinerary, roads).map(({ day, title, km, stop }, at): EventAttributes => {
    const first = startDate ?? day.date;
    if (first === undefined || !isDate(first)) throw withoutDates(day.number, first);
    const date = startDate === undefined ? first : dateAfter(first, at);
    const lines = [
      ...(km === undefined ? [] : [`About ${km} km of driving.`]),
      ...day.activities.map((each) => `- ${activityText(each)}`),
    ];
    const { anchor, point } = stop ?? {};
    return {
      uid: `${itinerary.id ?? 'trip'}-day-${day.number}@wayfold`,
      title: `Day ${day.number}: ${title}`,
      description: lines.join('\n'),
      start: dateArray(date),
      end: dateArray(dateAfter(date, 1)),
      productId: 'wayfold/trip',
      calName: tripTitle(itinerary),
      transp: 'TRANSPARENT',
      ...(anchor && { location: [anchor.name, anchor.admin1, anchor.country].filter(Boolean).join(', ') }),
      ...(point && { geo: { lat: point.lat, lon: point.lng } }),
    };
  });
  const { error, value } = createEvents(events);
  if (error || value === null) {
    throw new TripError('trip-file-invalid', {
      expected: 'a trip that can be put into a calendar',
      actual: error?.message ?? 'no calendar',
      fix: 'Check the dates of the days.',
      cause: error,
    });
  }
  return value;
}

function dateArray(date: string): DateArray {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  return [year, month, day];
}

function isDate(text: string): boolean {
  return z.iso.date().safeParse(text).success;
}

function withoutDates(dayNumber: number, date: string | undefined): TripError {
  return new TripError('trip-without-dates', {
    expected: 'a trip whose days have dates',
    actual: date === undefined ? `no date on day ${dayNumber}` : `${shown(date)} on day ${dayNumber}`,
    fix: 'Say when the trip begins, such as 2026-06-01.',
  });
}
