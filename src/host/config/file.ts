import type { Stats } from 'node:fs';
import { lstat, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { checkedConfiguration, refuseSecrets } from './check.ts';
import { ConfigurationError } from './error.ts';
import type { Configuration } from './schema.ts';

/** The name of the configuration file. */
export const CONFIGURATION_FILE = 'wayfold.config.json';

const MAX_BYTES = 1024 * 1024;
const EVERYBODY_MAY_WRITE = 0o002;
const OTHERS_MAY_WRITE = 0o022;
/** In such a directory only the owner of a file may remove it. */
const STICKY = 0o1000;

/** A configuration file, read and validated. */
export interface ConfigurationFile {
  readonly path: string;
  readonly values: Configuration;
}

/** Reads the named file, or else the nearest one from a directory upwards; `undefined` if there is none. */
export async function readConfigurationFile({
  named,
  from,
}: {
  readonly named?: string | undefined;
  readonly from: string;
}): Promise<ConfigurationFile | undefined> {
  const path = named === undefined ? await nearest(from) : resolve(from, named);
  if (path === undefined) return undefined;
  const values = parsed(await textOf(path), path);
  refuseSecrets(values, path);
  return { path, values: withAbsolutePaths(checkedConfiguration(values, { source: path }), dirname(path)) };
}

/** Paths in the file are relative to it, wherever the command runs. */
function withAbsolutePaths(values: Configuration, folder: string): Configuration {
  const { data, planners } = values;
  return {
    ...values,
    ...(data !== undefined && { data: resolve(folder, data) }),
    ...(planners && {
      planners: planners.map((spec) => (/^(?:npm|file):/.test(spec) ? spec : resolve(folder, spec))),
    }),
  };
}

/** A file that somebody else could have put there is refused: it says where messages and keys are sent. */
async function nearest(from: string): Promise<string | undefined> {
  for (let directory = resolve(from); ; directory = dirname(directory)) {
    const path = join(directory, CONFIGURATION_FILE);
    if ((await stat(path).catch(() => undefined))?.isFile()) {
      await refuseExposed(path, directory);
      return path;
    }
    if (dirname(directory) === directory) return undefined;
  }
}

/** Whoever can write to the directory can replace the file, unless the directory is like `/tmp`. */
async function refuseExposed(path: string, directory: string): Promise<void> {
  const file = await stat(path);
  const link = await lstat(path);
  const folder = await stat(directory);
  const user = process.getuid?.();
  if (user === undefined) return;
  const isOurs = ({ uid }: Stats) => uid === user || uid === 0;
  if (!isOurs(file) || !isOurs(link))
    throw exposed(path, 'it belongs to another user', 'Check who put it there.');
  if ((file.mode & OTHERS_MAY_WRITE) !== 0)
    throw exposed(path, `${writersOf(file)} may write it`, `Run chmod go-w ${path}.`);
  if (!isOurs(folder))
    throw exposed(path, 'its directory belongs to another user', 'Check who put it there.');
  if ((folder.mode & OTHERS_MAY_WRITE) !== 0 && (folder.mode & STICKY) === 0)
    throw exposed(path, `${writersOf(folder)} may write its directory`, `Run chmod go-w ${directory}.`);
}

function writersOf({ mode }: Stats): string {
  return (mode & EVERYBODY_MAY_WRITE) === 0 ? 'its group' : 'everybody';
}

function exposed(path: string, actual: string, fix: string): ConfigurationError {
  return new ConfigurationError('configuration-exposed', {
    summary: `${path} is not safe to use: ${actual}.`,
    fix: `${fix} If you trust the file, name it with --config.`,
  });
}

async function textOf(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size <= MAX_BYTES) return await readFile(path, 'utf8');
    throw unreadable(path, `it has ${size} bytes, which is too many`);
  } catch (cause) {
    if (cause instanceof ConfigurationError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    throw unreadable(path, code === 'ENOENT' ? 'there is no such file' : `${code ?? cause}`, cause);
  }
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw unreadable(path, `it is not JSON: ${cause instanceof Error ? cause.message : cause}`, cause);
  }
}

function unreadable(path: string, actual: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError('configuration-unreadable', {
    summary: `${path} is not a valid configuration: ${actual}.`,
    fix: 'Correct the path or the file. `wayfold config --schema` prints what it may contain.',
    cause,
  });
}
