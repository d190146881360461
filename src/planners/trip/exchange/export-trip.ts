import type { Itinerary } from '../itinerary.ts';
import { toGeoJson } from './geojson.ts';
import { toGpx } from './gpx.ts';
import { toIcs } from './ics.ts';
import { toKml } from './kml.ts';
import { toMarkdown } from './markdown.ts';
import { toPage } from './page.ts';

/** The formats a trip can be written in: calendar, map programs, text, and a page to print. */
export const TRIP_EXPORT_FORMATS = ['ics', 'gpx', 'kml', 'geojson', 'md', 'html'] as const;

/** One of {@link TRIP_EXPORT_FORMATS}. */
export type TripExportFormat = (typeof TRIP_EXPORT_FORMATS)[number];

/** The trip as a file of another program. `startDate` dates the calendar of a trip that has no dates. */
export function exportTrip(
  itinerary: Itinerary,
  format: TripExportFormat,
  options: { readonly startDate?: string | undefined } = {},
): string {
  switch (format) {
    case 'ics':
      return toIcs(itinerary, options);
    case 'gpx':
      return toGpx(itinerary);
    case 'kml':
      return toKml(itinerary);
    case 'geojson':
      return toGeoJson(itinerary);
    case 'md':
      return toMarkdown(itinerary);
    case 'html':
      return toPage(itinerary);
  }
}
