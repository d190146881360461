import { lstatSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { makePrivateDirectory } from '../../../journal/private-directory.ts';
import { bounded } from '../../../machine/bounded-text.ts';
import type { PlanningSettings } from '../settings.ts';

/** The record of one attempt, without secrets. */
export interface AttemptArtifact {
  readonly status: 'ok' | 'failed';
  readonly error?: { readonly code: string; readonly message: string; readonly issues: readonly string[] };
  readonly attempt: number;
  readonly startedAt: string;
  readonly durationSeconds: number;
  readonly backend: string;
  readonly validationMode: string;
  readonly schemaMode: string;
  readonly origin?: string;
  readonly baseCommit: string;
  readonly command: readonly string[];
  readonly prompt: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly answer?: string;
  readonly usage?: object;
  readonly plan?: object;
}

/** The maximum size of a recorded output. */
const MAX_KEPT = 512 * 1024;

/** Creates a file that only its owner can read; never overwrites one or follows a link. */
const PRIVATE = { flag: 'wx', mode: 0o600 } as const;

/** The folder of all planning artifacts: `logs/worker/planning`. */
export function artifactsFolder(logsBaseDir: string | undefined): string {
  return join(logsIn(logsBaseDir), 'worker', 'planning');
}

/** The folder for the artifacts of an experiment, below the folder of all. */
function artifactDirectory({ logsBaseDir, experimentId }: PlanningSettings): string {
  const base = artifactsFolder(logsBaseDir);
  return experimentId === undefined ? base : join(base, folderName(experimentId));
}

/**
 * Writes one attempt as a JSON file and returns its path. Failing to write never fails a plan: it then returns
 * undefined.
 */
export async function writeArtifact(
  settings: PlanningSettings,
  runId: string,
  artifact: AttemptArtifact,
): Promise<string | undefined> {
  const directory = artifactDirectory(settings);
  const file = join(
    directory,
    `${artifact.startedAt.replace(/[:.]/g, '-')}-${runId}-${artifact.attempt}.json`,
  );
  const kept = {
    ...artifact,
    stdout: bounded(artifact.stdout, MAX_KEPT),
    stderr: bounded(artifact.stderr, MAX_KEPT),
    ...(artifact.answer !== undefined && { answer: bounded(artifact.answer, MAX_KEPT) }),
  };
  try {
    makeDirectory(directory, settings);
    await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`, PRIVATE);
    return file;
  } catch {
    return undefined;
  }
}

/** In a repository, a newly created folder of logs is ignored by git. */
function makeDirectory(directory: string, { logsBaseDir }: PlanningSettings): void {
  const logs = logsIn(logsBaseDir);
  for (let path = directory; path.startsWith(logs); path = dirname(path)) refuseLink(path);
  const first = makePrivateDirectory(directory);
  if (first !== undefined && !first.startsWith(join(logs, sep)))
    writeFileSync(join(logs, '.gitignore'), '*\n', PRIVATE);
}

/** A repository may contain a link with this name that leads outside. */
function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new TypeError(`${path} is a symbolic link`);
}

function logsIn(logsBaseDir: string | undefined): string {
  return join(resolve(logsBaseDir ?? '.'), 'logs');
}

/** The id as a valid name of a single folder. */
function folderName(id: string): string {
  const name = id.replace(/[^A-Za-z0-9._-]/g, '_').slice(0, 100);
  return /^\.*$/.test(name) ? `_${name}` : name;
}
