import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The root of the project that contains a directory: its git repository, or the directory itself. */
export function projectRoot(directory: string): string {
  const start = resolve(directory);
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return start;
  }
}

/**
 * The data directory of a project, from any of its subdirectories: the nearest existing one, or the one at the root.
 */
export function dataDirectoryOf(directory: string, name: string): string {
  const root = projectRoot(directory);
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    const data = join(folder, name);
    if (folder === root || folder === dirname(folder)) return join(root, name);
    if (statSync(data, { throwIfNoEntry: false })?.isDirectory()) return data;
  }
}
