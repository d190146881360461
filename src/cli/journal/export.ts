import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { exportJournals, type FactStore } from '../../journal/index.ts';

import { CliError } from '../error.ts';
import { type Invocation, withStore } from '../invocation.ts';
import { allJournals } from './all-journals.ts';
import { existingJournal } from './existing.ts';

export interface ExportCommandOptions {
  readonly id: string | undefined;
  readonly all?: boolean;
  readonly output?: string;
  readonly force?: boolean;
  readonly attachments: boolean;
}

/** Lines are written in pieces of about this many characters. */
const PIECE = 64 * 1024;

export async function exportTo(invocation: Invocation, options: ExportCommandOptions): Promise<undefined> {
  const { id, all = false, output: file, force = false, attachments } = options;
  if ((id === undefined) !== all) {
    throw new CliError('usage', {
      expected: 'one journal or --all',
      actual: all ? 'both' : 'neither',
      fix: 'Name a journal, or write --all.',
    });
  }
  const { output, signal, clock } = invocation;
  await withStore(invocation, { create: false }, async (store) => {
    const ids = id === undefined ? await idsOf(store) : [(await existingJournal(store, id)).summary.id];
    const pieces = inPieces(exportJournals(store, ids, { attachments, clock }), signal);
    if (file === undefined) {
      for await (const piece of pieces) await output.raw(piece);
      return;
    }
    if (!force && existsSync(file)) throw fileExists(file);
    await writeWhole(file, pieces);
    if (output.json) await output.value({ file, journals: ids });
    else await output.line(`Exported ${ids.length === 1 ? ids[0] : `${ids.length} journals`} to ${file}.`);
  });
  return undefined;
}

async function idsOf(store: FactStore): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of allJournals(store)) ids.push(id);
  return ids;
}

async function* inPieces(lines: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<string> {
  let piece = '';
  for await (const line of lines) {
    signal.throwIfAborted();
    piece += `${line}\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** The file appears only when it is whole and on disk. Journals may be private: only their owner can read it. */
async function writeWhole(file: string, pieces: AsyncIterable<string>): Promise<void> {
  const unfinished = `${file}.${process.pid}.part`;
  let handle: FileHandle;
  try {
    handle = await open(unfinished, 'wx', 0o600);
  } catch (cause) {
    throw fileFailed(file, cause);
  }
  try {
    for await (const piece of pieces)
      await handle.write(piece).catch((cause) => Promise.reject(fileFailed(file, cause)));
    await handle.sync();
    await handle.close();
    await rename(unfinished, file);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}

function fileExists(file: string): CliError {
  return new CliError('file-exists', {
    expected: 'the name of a new file',
    actual: `${file}, which is there already`,
    fix: 'Choose another name, or overwrite it with --force.',
  });
}

function fileFailed(file: string, cause: unknown): CliError {
  return new CliError('file-failed', {
    expected: `to be able to write ${file}`,
    actual: cause instanceof Error ? cause.message : String(cause),
    fix: 'Choose a place you may write to, with room on the disk.',
    cause,
  });
}
