import { mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { causeText, JournalError } from './error.ts';

/** Virtual file systems of the kernel: nothing can be stored there, and reading them may never end. */
const KERNEL_PLACES = ['/proc', '/sys', '/dev'];
/** The one directory among them that is ordinary memory. */
const SHARED_MEMORY = '/dev/shm';

/**
 * Creates a directory that only its owner can access, with missing parents, and returns the first one it created.
 * Leaves an existing directory as it is. Refuses paths in /proc, /sys and /dev.
 */
export function makePrivateDirectory(directory: string): string | undefined {
  const wanted = resolve(directory);
  try {
    if (isKernelPlace(wanted))
      throw new TypeError('it is in a file system of the kernel, which stores no files');
    if (statSync(wanted, { throwIfNoEntry: false })?.isDirectory()) return undefined;
    return madeAlong(wanted);
  } catch (cause) {
    throw new JournalError('store-read-only', {
      summary: `The directory ${directory} cannot be created: ${causeText(cause)}.`,
      fix: 'Choose a directory that you may write to, with --data or sqliteStore(file).',
      cause,
    });
  }
}

/** Whether a path is in /proc, /sys or /dev, directly or through a link. */
export function isKernelPlace(path: string): boolean {
  const real = realPath(resolve(path));
  const isIn = (place: string) => real === place || real.startsWith(`${place}/`);
  return process.platform !== 'win32' && KERNEL_PLACES.some(isIn) && !isIn(SHARED_MEMORY);
}

/** One level at a time: asked to create all at once, Node retries forever if a parent can never be created. */
function madeAlong(wanted: string): string | undefined {
  const missing: string[] = [];
  for (let path = wanted; !statSync(path, { throwIfNoEntry: false }); path = dirname(path))
    missing.unshift(path);
  for (const path of missing.length === 0 ? [wanted] : missing) makeUnlessThere(path);
  return missing[0];
}

/** Another process may create it at the same moment. */
function makeUnlessThere(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** The real path, as far as it exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), path.slice(parent.length).replace(sep, ''));
  }
}
