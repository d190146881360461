import { z } from 'zod';
import {
  exportTrip,
  TRIP_EXPORT_FORMATS,
  type TripExportFormat,
} from '../../planners/trip/exchange/export-trip.ts';
import { ServerError } from '../error.ts';
import { type ApiSetting, askedSession, SessionPath } from './api-setting.ts';
import { type Operation, operation, wholeNumber } from './operation.ts';
import { TripFold } from './trip-view.ts';
import { conflict } from './view-decision.ts';

const MEDIA: Readonly<Record<TripExportFormat, string>> = {
  ics: 'text/calendar; charset=utf-8',
  gpx: 'application/gpx+xml; charset=utf-8',
  kml: 'application/vnd.google-earth.kml+xml; charset=utf-8',
  geojson: 'application/geo+json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
};

/** Trips as files of other programs. */
export function tripOperations(setting: ApiSetting): readonly Operation[] {
  return [
    operation({
      id: 'exportTrip',
      method: 'get',
      path: '/sessions/:id/trip/:format',
      summary: 'The trip of a session as a calendar, for map programs, as text or as a page to print.',
      params: SessionPath.extend({ format: z.enum(TRIP_EXPORT_FORMATS) }),
      query: z.strictObject({
        at: wholeNumber.optional().describe('As it was right after the fact at this seq.'),
        startDate: z.iso.date().optional().describe('Dates the calendar of a trip that has no dates.'),
      }),
      answer: { media: 'application/octet-stream' },
      async handle({ c, path: { id, format }, query: { at, startDate } }) {
        const { store, view } = await askedSession(setting, { id });
        const { planner } = at === undefined ? view : await setting.shelf.viewAt(store, id, at);
        if (!(planner instanceof TripFold)) throw noTripSession(id);
        const { itinerary } = planner.session;
        if (itinerary === null) throw conflict('a session with a trip', 'none yet', 'Say where to go first.');
        // Always saved and never shown: what is in a trip may come from anywhere.
        return c.body(exportTrip(itinerary, format, { startDate }), 200, {
          'Content-Type': MEDIA[format],
          'Content-Disposition': `attachment; filename="${id.replaceAll(':', '-')}.${format}"`,
          'X-Content-Type-Options': 'nosniff',
        });
      },
    }),
  ];
}

function noTripSession(id: string): ServerError {
  return new ServerError('invalid-request', {
    expected: 'a session of the trip planner',
    actual: `${id}, which has another planner`,
    fix: 'Ask for the trip of a session that plans one.',
  });
}
