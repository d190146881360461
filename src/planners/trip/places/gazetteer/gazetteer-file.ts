import { readFileSync } from 'node:fs';
import { GazetteerError } from '../error.ts';
import { Gazetteer } from './gazetteer.ts';

/** Beside the compiled file in the package, or in the build directory of a clone. */
const LOCATIONS = [
  new URL('./gazetteer.bin', import.meta.url),
  new URL('../../../../../.cache/gazetteer.bin', import.meta.url),
];

let opened: Gazetteer | undefined;

/** The embedded gazetteer, opened on the first call. */
export function embeddedGazetteer(): Gazetteer {
  opened ??= new Gazetteer(readGazetteer());
  return opened;
}

/** The bytes of the embedded gazetteer, for use in another thread or process. */
export function readGazetteer(): Uint8Array {
  for (const location of LOCATIONS) {
    try {
      return readFileSync(location);
    } catch (cause) {
      if (!isMissing(cause)) throw missing(location, cause);
    }
  }
  throw missing(LOCATIONS[0], undefined);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function missing(location: URL | undefined, cause: unknown): GazetteerError {
  return new GazetteerError('gazetteer-missing', {
    summary: `The place data cannot be read from ${location?.pathname}: ${cause instanceof Error ? cause.message : 'there is no such file'}.`,
    fix: 'Install Wayfold again, or in a clone run: npm run build',
    cause,
  });
}
