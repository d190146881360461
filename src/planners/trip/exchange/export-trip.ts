import type { Itinerary } from '../itinerary/itinerary.ts';
import type { DayRate } from '../requirements/constraints.ts';
import type { Roads } from '../routes/roads.ts';
import { toGeoJson } from './geojson.ts';
import { toGpx } from './gpx.ts';
import { toIcs } from './ics.ts';
import { toKml } from './kml.ts';
import { toMarkdown } from './markdown.ts';
import { toPage } from './page.ts';
import { printableTrip } from './printable-trip.ts';

/** The export formats of a trip: calendar, map programs, text, and a page to print. */
export const TRIP_EXPORT_FORMATS = ['ics', 'gpx', 'kml', 'geojson', 'md', 'html'] as const;

/** One of {@link TRIP_EXPORT_FORMATS}. */
export type TripExportFormat = (typeof TRIP_EXPORT_FORMATS)[number];

/** Options of an export. */
export interface TripExportOptions {
  /** The first day, for the calendar of a trip without dates. */
  readonly startDate?: string | undefined;
  /** Roads for distances and lines, instead of the great circle. */
  readonly roads?: Roads | undefined;
  /** The requested number of things a day, for text and a page to print. */
  readonly perDay?: readonly DayRate[] | undefined;
}

/** Exports the trip to a file format of another program. */
export function exportTrip(
  given: Itinerary,
  format: TripExportFormat,
  options: TripExportOptions = {},
): string {
  const { roads } = options;
  const itinerary = printableTrip(given);
  switch (format) {
    case 'ics':
      return toIcs(itinerary, options);
    case 'gpx':
      return toGpx(itinerary);
    case 'kml':
      return toKml(itinerary, roads);
    case 'geojson':
      return toGeoJson(itinerary, roads);
    case 'md':
      return toMarkdown(itinerary, options);
    case 'html':
      return toPage(itinerary, options);
  }
}
