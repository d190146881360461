import { type ComparedErrorReport, errorClass } from '../../../journal/error.ts';
import { errorCodes } from '../../../journal/error-codes.ts';

/** Every code of an error of the place data or of a geo service; each has a page in `docs/errors/`. */
export const PLACES_ERROR_CODES = errorCodes({
  'gazetteer-damaged': { status: 500, exit: 'damaged' },
  'gazetteer-missing': { status: 500, exit: 'notFound' },
  'geo-service-failed': { status: 502, exit: 'refused' },
  'geo-service-unreadable': { status: 502, exit: 'refused' },
});

/** The embedded place data is missing, or this version cannot read it. */
export class GazetteerError extends errorClass<'gazetteer-damaged' | 'gazetteer-missing'>(
  'GazetteerError',
  PLACES_ERROR_CODES,
) {}

/** A geo service did not answer (`geo-service-failed`), or sent something unexpected (`geo-service-unreadable`). */
export class GeoServiceError extends errorClass<'geo-service-failed' | 'geo-service-unreadable'>(
  'GeoServiceError',
  PLACES_ERROR_CODES,
) {}

export function damaged(report: Omit<ComparedErrorReport, 'fix'>): GazetteerError {
  return new GazetteerError('gazetteer-damaged', {
    ...report,
    fix: 'Install Wayfold again, or in a clone run: npm run build',
  });
}
