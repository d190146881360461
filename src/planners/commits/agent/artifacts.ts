import { lstatSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { makePrivateDirectory } from '../../../journal/private-directory.ts';
import { bounded } from '../../../machine/bounded-text.ts';
import type { PlanningSettings } from '../settings.ts';

/** What is kept of one attempt. Secrets are out of it already. */
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

/** A flood is not copied to the disk. */
const MOST_KEPT = 512 * 1024;

/** A new file that only its owner can read: what is there already is left alone, and a link is not followed. */
const PRIVATE = { flag: 'wx', mode: 0o600 } as const;

/** The folder of all artifacts of planning: `logs/worker/planning`. */
export function artifactsFolder(logsBaseDir: string | undefined): string {
  return join(logsIn(logsBaseDir), 'worker', 'planning');
}

/** Where the artifacts of planning go: the folder of all, and in it one for the experiment. */
function artifactDirectory({ logsBaseDir, experimentId }: PlanningSettings): string {
  const base = artifactsFolder(logsBaseDir);
  return experimentId === undefined ? base : join(base, folderName(experimentId));
}

/**
 * Writes one attempt as a JSON file and says where. A directory that cannot be written never fails a plan: then there is
 * no file, and nothing is said.
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
    stdout: bounded(artifact.stdout, MOST_KEPT),
    stderr: bounded(artifact.stderr, MOST_KEPT),
    ...(artifact.answer !== undefined && { answer: bounded(artifact.answer, MOST_KEPT) }),
  };
  try {
    makeDirectory(directory, settings);
    await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`, PRIVATE);
    return file;
  } catch {
    return undefined;
  }
}

/** In a repository, artifacts are nobody's changes: a folder of logs that was not there before is kept out of git. */
function makeDirectory(directory: string, { logsBaseDir }: PlanningSettings): void {
  const logs = logsIn(logsBaseDir);
  for (let path = directory; path.startsWith(logs); path = dirname(path)) refuseLink(path);
  const first = makePrivateDirectory(directory);
  if (first !== undefined && !first.startsWith(join(logs, sep)))
    writeFileSync(join(logs, '.gitignore'), '*\n', PRIVATE);
}

/** A repository may hold a link of that name, which leads anywhere. */
function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new TypeError(`${path} is a symbolic link`);
}

function logsIn(logsBaseDir: string | undefined): string {
  return join(resolve(logsBaseDir ?? '.'), 'logs');
}

/** The id as a name that is one folder, whatever it holds. */
function folderName(id: string): string {
  const name = id.replace(/[^A-Za-z0-9._-]/g, '_').slice(0, 100);
  return /^\.*$/.test(name) ? `_${name}` : name;
}
