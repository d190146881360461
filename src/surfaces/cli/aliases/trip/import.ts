import { embeddedPlaces } from '../../../../planners/trip/embedded-knowledge.ts';
import { TripError } from '../../../../planners/trip/error.ts';
import { importFormatOf, importTrip } from '../../../../planners/trip/exchange/import-trip.ts';
import { fileText } from '../../files/file-text.ts';
import type { Invocation } from '../../invocation.ts';
import type { ImportSource } from './commands.ts';
import { writeTrip } from './write-trip.ts';

export interface ImportCommandOptions {
  readonly file: string;
  readonly format?: ImportSource;
  readonly output?: string;
  readonly force?: boolean;
}

export async function importFrom(invocation: Invocation, options: ImportCommandOptions): Promise<undefined> {
  const { file, format } = options;
  const text = await fileText(file, invocation);
  const known = format ?? importFormatOf(file, text);
  if (known === undefined) {
    throw new TripError('trip-import-unreadable', {
      expected: 'a GPX, KML or GeoJSON file',
      actual: `${file}, which looks like none of them`,
      fix: 'Say what it is with --format.',
    });
  }
  await writeTrip(invocation, { itinerary: importTrip(text, known, embeddedPlaces) }, options);
  return undefined;
}
