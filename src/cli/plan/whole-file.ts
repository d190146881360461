import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { CliError } from '../error.ts';

/** Writes a file that appears only when it is whole and on disk, for its owner only, and replaces one with `force` only. */
export async function writeWholeFile(
  file: string,
  text: string,
  { force }: { force: boolean },
): Promise<void> {
  if (!force && existsSync(file)) throw fileExists(file);
  const unfinished = `${file}.${process.pid}.part`;
  let handle: FileHandle | undefined;
  try {
    handle = await open(unfinished, 'wx', 0o600);
    await handle.writeFile(text);
    await handle.sync();
    await handle.close();
    await rename(unfinished, file);
  } catch (cause) {
    await handle?.close().catch(() => undefined);
    if (handle) await rm(unfinished, { force: true });
    throw new CliError('file-failed', {
      expected: `to be able to write ${file}`,
      actual: cause instanceof Error ? cause.message : String(cause),
      fix: 'Choose a place you may write to, with room on the disk.',
      cause,
    });
  }
}

function fileExists(file: string): CliError {
  return new CliError('file-exists', {
    expected: 'the name of a new file',
    actual: `${file}, which is there already`,
    fix: 'Choose another name, or overwrite it with --force.',
  });
}
