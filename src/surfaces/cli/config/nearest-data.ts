import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DEFAULT_DATA } from '../../../host/config/settings.ts';

/**
 * The default data directory: the one here, or the nearest one above within the same git work tree. If none exists, the
 * one here.
 */
export function nearestData(from: string): string {
  const start = resolve(from);
  const above: string[] = [];
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, DEFAULT_DATA))) {
      if (folder === start) return DEFAULT_DATA;
      above.push(join(folder, DEFAULT_DATA));
    }
    if (existsSync(join(folder, '.git'))) return above[0] ?? DEFAULT_DATA;
    if (folder === dirname(folder)) return DEFAULT_DATA;
  }
}
