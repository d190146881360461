import { TripError } from './error.ts';
import type { Itinerary } from './itinerary/itinerary.ts';
import { readableItinerary } from './itinerary/parse-itinerary.ts';

/** A trip in a file, with its state. */
export interface TripFile {
  readonly itinerary: Itinerary;
  readonly state: unknown;
}

/**
 * Reads `{ "itinerary": …, "state"?: … }`, or a trip alone. Errors inside the trip are kept for the evaluation; a text
 * without a trip is refused.
 */
export function readTripFile(text: string, file: string): TripFile {
  const json = parsedJson(text, file);
  const itinerary = readableItinerary(tripIn(json));
  if (itinerary === null) throw invalid(file, 'the JSON has no itinerary');
  return { itinerary, state: isRecord(json) && isRecord(json.state) ? json.state : {} };
}

function tripIn(json: unknown): unknown {
  if (!isRecord(json)) return null;
  if (isRecord(json.itinerary)) return json.itinerary;
  return 'anchors' in json || 'days' in json || 'origin' in json ? json : null;
}

function parsedJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid(file, cause instanceof Error ? cause.message : 'it is not JSON', cause);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(file: string, actual: string, cause?: unknown): TripError {
  return new TripError('trip-file-invalid', {
    summary: `${file} has no trip: ${actual}.`,
    fix: 'Write one with `wayfold trip plan TEXT --json`, or convert a GPX, KML or GeoJSON file: wayfold trip import FILE',
    cause,
  });
}
