import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The root of the project that a directory is in: where its repository begins, else the directory itself. */
export function projectRoot(directory: string): string {
  const start = resolve(directory);
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return start;
  }
}

/** The data directory of a project, seen from anywhere in it: the nearest one, else the one at its root. */
export function dataDirectoryOf(directory: string, name: string): string {
  const root = projectRoot(directory);
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    const data = join(folder, name);
    if (folder === root || folder === dirname(folder)) return join(root, name);
    if (statSync(data, { throwIfNoEntry: false })?.isDirectory()) return data;
  }
}
