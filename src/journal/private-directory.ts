import { mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { causeText, JournalError } from './error.ts';

/** Views of the kernel that look like directories: nothing can be kept there, and reading through them may never end. */
const KERNEL_PLACES = ['/proc', '/sys', '/dev'];
/** The one place among them that is memory for anybody to use. */
const SHARED_MEMORY = '/dev/shm';

/**
 * Makes a directory that only its owner can look into, with those above it that are missing, and returns the first one
 * that was not there. A directory that is there stays as it is. One in /proc, /sys or /dev is refused.
 */
export function makePrivateDirectory(directory: string): string | undefined {
  const wanted = resolve(directory);
  try {
    if (isKernelPlace(wanted)) throw new TypeError('it is a view of the kernel, where no file can be kept');
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

/** Whether a path lies in /proc, /sys or /dev, also by way of a link. */
export function isKernelPlace(path: string): boolean {
  const real = realPath(resolve(path));
  const isIn = (place: string) => real === place || real.startsWith(`${place}/`);
  return process.platform !== 'win32' && KERNEL_PLACES.some(isIn) && !isIn(SHARED_MEMORY);
}

/** Step by step: asked to make all at once, Node tries for ever where a parent can never be made. */
function madeAlong(wanted: string): string | undefined {
  const missing: string[] = [];
  for (let path = wanted; !statSync(path, { throwIfNoEntry: false }); path = dirname(path))
    missing.unshift(path);
  for (const path of missing.length === 0 ? [wanted] : missing) makeUnlessThere(path);
  return missing[0];
}

/** Another process may make it at the same moment. */
function makeUnlessThere(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Where a path leads, as far as it is there. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), path.slice(parent.length).replace(sep, ''));
  }
}
