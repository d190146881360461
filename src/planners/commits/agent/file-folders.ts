import { join } from 'node:path';
import type { FilePlace } from '../../../harness/module/planner-module.ts';
import type { PlanningSettings } from '../settings.ts';
import { artifactsFolder } from './artifacts.ts';

/** The folder of commit summaries, beside a store of files. */
export function summariesFolder(directory: string): string {
  return join(directory, 'commit-summaries');
}

/** The folders outside the store in which this planner keeps files: planning artifacts and commit summaries. */
export function fileFolders(
  { directory, env }: FilePlace,
  settings: Pick<PlanningSettings, 'logsBaseDir'> | undefined,
): readonly string[] {
  // The settings name the folder, or else the environment of the process.
  const bases = [env.LOGS_BASE_DIR, process.env.LOGS_BASE_DIR, settings?.logsBaseDir];
  return [
    ...new Set(bases.map((base) => artifactsFolder(base?.trim() || undefined))),
    ...(directory === undefined ? [] : [summariesFolder(directory)]),
  ];
}
