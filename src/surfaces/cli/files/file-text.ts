import { readFile } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CliError } from '../error.ts';
import type { Invocation } from '../invocation.ts';

/** The text of a file, or of stdin for `-`. */
export async function fileText(file: string, { stdin, signal }: Invocation): Promise<string> {
  const bytes = file === '-' ? await buffer(addAbortSignal(signal, stdin)) : await bytesOf(file, signal);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CliError('file-failed', {
      summary: `${file === '-' ? 'The input' : file} is not UTF-8 text.`,
      fix: 'Save the file as UTF-8, and import it again.',
      cause,
    });
  }
}

async function bytesOf(file: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    return await readFile(file, { signal });
  } catch (cause) {
    signal.throwIfAborted();
    throw cannotRead(file, cause);
  }
}

/** The error for a file that cannot be read. */
export function cannotRead(file: string, cause: unknown): CliError {
  const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
  return new CliError(isMissing ? 'file-not-found' : 'file-failed', {
    summary:
      isMissing || !(cause instanceof Error)
        ? `There is no file ${file}.`
        : `${file} cannot be read: ${cause.message}.`,
    fix: 'Check the path, or pipe the file in and write - in its place.',
    cause,
  });
}
