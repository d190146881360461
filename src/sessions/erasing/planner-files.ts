import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilePlace } from '../../harness/module/planner-module.ts';
import type { PlannerRegistry } from '../../host/registry.ts';
import type { Remainder } from './find-text.ts';
import type { SearchedText } from './searched-text.ts';

/** The matching files that planners keep outside the store. Links are not followed. */
export async function plannerFilesWith(
  wanted: SearchedText,
  registry: Pick<PlannerRegistry, 'entries'>,
  place: FilePlace,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const { module } of registry.entries) {
    for (const folder of (await module.folders?.(place)) ?? []) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      for (const entry of entries.filter((each) => each.isFile())) {
        const file = join(entry.parentPath, entry.name);
        if (wanted.isIn(await readFile(file, 'utf8').catch(() => ''))) found.add(file);
      }
    }
  }
  return [...found];
}

/** Removes files, and resolves to those that could not be removed. */
export async function removeFiles(files: readonly string[]): Promise<readonly Remainder[]> {
  const left: Remainder[] = [];
  for (const file of files) {
    try {
      await rm(file, { force: true });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      left.push({ file, text: `The file could not be removed: ${reason}. Remove it yourself.` });
    }
  }
  return left;
}
