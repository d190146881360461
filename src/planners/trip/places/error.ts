import { type ErrorReport, WayfoldError } from '../../../journal/error.ts';

/** Every code an error of the place data or of a geo service can carry; each has its page in `docs/errors/`. */
export const PLACES_ERROR_CODES = [
  'gazetteer-damaged',
  'gazetteer-missing',
  'geo-service-failed',
  'geo-service-unreadable',
] as const;

/** One of {@link PLACES_ERROR_CODES}. */
export type PlacesErrorCode = (typeof PLACES_ERROR_CODES)[number];

/** The embedded place data is not there, or is not what this version reads. */
export class GazetteerError extends WayfoldError<'gazetteer-damaged' | 'gazetteer-missing'> {
  override readonly name = 'GazetteerError';
}

/** A geo service by URL did not answer (`geo-service-failed`), or with something else (`geo-service-unreadable`). */
export class GeoServiceError extends WayfoldError<'geo-service-failed' | 'geo-service-unreadable'> {
  override readonly name = 'GeoServiceError';
}

export function damaged(report: Omit<ErrorReport, 'fix'>): GazetteerError {
  return new GazetteerError('gazetteer-damaged', {
    ...report,
    fix: 'Install Wayfold again, or in a clone run: npm run build',
  });
}
