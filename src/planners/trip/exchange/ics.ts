import { createEvents, type DateArray, type EventAttributes } from 'ics';
import { z } from 'zod';
import { shown } from '../../../journal/error.ts';
import { TripError } from '../error.ts';
import { dateAfter } from '../itinerary/calendar-day.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { fingerprint, slug } from '../itinerary/stop-id.ts';
import type { Roads } from '../routes/roads.ts';
import { activityText, outlineDays, travelText, tripTitle } from './trip-outline.ts';

/** The trip as a calendar (RFC 5545): one all-day event for each day. `startDate` dates a trip without dates. */
export function toIcs(
  itinerary: Itinerary,
  { startDate, roads }: { readonly startDate?: string | undefined; readonly roads?: Roads | undefined } = {},
): string {
  const trip = uidOf(itinerary, startDate);
  const events = outlineDays(itinerary, roads).map(({ day, title, km, by, stop }, at): EventAttributes => {
    const first = startDate ?? day.date;
    if (first === undefined || !isDate(first)) throw withoutDates(day.number, first);
    const date = startDate === undefined ? first : dateAfter(first, at);
    const lines = [
      ...[travelText({ km, by })].filter((line) => line !== ''),
      ...day.activities.map((each) => `- ${activityText(each)}`),
    ];
    const { anchor, point } = stop ?? {};
    return {
      uid: `${trip}-day-${at + 1}@wayfold`,
      title: printable(`Day ${day.number}: ${title}`),
      description: printable(lines.join('\n')),
      start: dateArray(date),
      end: dateArray(dateAfter(date, 1)),
      productId: '-//Wayfold//Trip//EN',
      calName: printable(tripTitle(itinerary)).replaceAll(/\s+/g, ' '),
      transp: 'TRANSPARENT',
      ...(anchor && {
        location: printable([anchor.name, anchor.admin1, anchor.country].filter(Boolean).join(', ')),
      }),
      ...(point && { geo: { lat: point.lat, lon: point.lng } }),
    };
  });
  const { error, value } = createEvents(events);
  if (error || value === null) {
    throw new TripError('trip-file-invalid', {
      summary: `The trip cannot be put into a calendar: ${error?.message ?? 'no calendar was made'}.`,
      fix: 'Check the dates of the days.',
      cause: error,
    });
  }
  return foldedByBytes(value);
}

/** Exporting a trip again updates its events; other trips have other events. */
function uidOf({ id, origin, destination, anchors, days }: Itinerary, startDate: string | undefined): string {
  if (id !== undefined && /-\w{7}$/.test(id)) return slug(id);
  const stops = anchors.map((anchor) => anchor.name);
  const identity = JSON.stringify([origin.name, destination.name, stops, startDate ?? days[0]?.date]);
  return `${slug(id ?? 'trip')}-${fingerprint(identity)}`;
}

/** Calendars allow no control characters other than tabs and line ends. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}--[\t\r\n]]/gv, '');
}

const MAX_LINE_BYTES = 75;

/**
 * Lines of a calendar have at most 75 bytes and continue after a space (RFC 5545, 3.1). The library counts characters,
 * which makes lines in most scripts too long and splits surrogate pairs.
 */
function foldedByBytes(calendar: string): string {
  return calendar
    .replaceAll(/\r\n[\t ]/g, '')
    .split('\r\n')
    .map(folded)
    .join('\r\n');
}

function folded(line: string): string {
  let [done, bytes] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    const isFull = bytes + size > MAX_LINE_BYTES;
    done += isFull ? `\r\n ${character}` : character;
    bytes = isFull ? 1 + size : bytes + size;
  }
  return done;
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
    summary:
      date === undefined
        ? `Day ${dayNumber} has no date.`
        : `Day ${dayNumber} has the date ${shown(date)}, which is not one.`,
    fix: 'Say when the trip begins, such as 2026-06-01.',
  });
}
