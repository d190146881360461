import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { getSystemErrorMessage } from 'node:util';
import { CliError } from '../error.ts';

/**
 * Writes a file that appears only when it is complete and on disk; an existing one is replaced only with `force`. Only
 * its owner can read it, unless `mode` is given.
 */
export async function atomicWrite(
  file: string,
  pieces: Iterable<string> | AsyncIterable<string>,
  { force, mode = 0o600 }: { readonly force: boolean; readonly mode?: number },
): Promise<void> {
  await checkPlace(file, force);
  const orFailed = <Result>(step: Promise<Result>): Promise<Result> =>
    step.catch((cause) => Promise.reject(fileFailed(file, cause)));
  const unfinished = `${file}.${randomUUID().slice(0, 8)}.part`;
  const handle: FileHandle = await orFailed(open(unfinished, 'wx', mode));
  try {
    // Unlike `write`, this continues until the whole chunk is written.
    for await (const piece of pieces) await orFailed(handle.appendFile(piece));
    await orFailed(handle.sync());
    await orFailed(handle.close());
    await orFailed(rename(unfinished, file));
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Renaming would replace a device or a pipe. */
async function checkPlace(file: string, force: boolean): Promise<void> {
  const there = await stat(file).catch(() => undefined);
  if (there === undefined) return;
  if (!there.isFile()) {
    throw new CliError('file-failed', {
      summary: there.isDirectory() ? `${file} is a directory.` : `${file} is not a regular file.`,
      fix: 'Choose another name, or leave out -o and write to a pipe.',
    });
  }
  if (!force) {
    throw new CliError('file-exists', {
      summary: `${file} already exists.`,
      fix: 'Choose another name, or overwrite it with --force.',
    });
  }
}

function fileFailed(file: string, cause: unknown): CliError {
  return new CliError('file-failed', {
    summary: `${file} cannot be written: ${reasonOf(cause)}.`,
    fix: 'Choose a place that you may write to, with room on the disk.',
    cause,
  });
}

/** The operating system's message. Node's own also names the temporary file, which means nothing to the reader. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (!('errno' in cause) || typeof cause.errno !== 'number' || !('code' in cause)) return cause.message;
  return `${cause.code}: ${getSystemErrorMessage(cause.errno)}`;
}
