import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Imports a package that is installed in another folder.
 *
 * @param {string} folder
 * @param {string} name
 */
export async function importFrom(folder, name) {
  return await import(pathToFileURL(resolveFrom(folder, name)).href);
}

/**
 * @param {string} folder
 * @param {string} name
 */
function resolveFrom(folder, name) {
  const place = pathToFileURL(join(folder, 'package.json')).href;
  return createRequire(place).resolve(name);
}
