import { open } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { journalId } from '../../../../journal/journal-id.ts';
import { importJournals } from '../../../../journal/transfer/backup-import.ts';
import { headedLines, importJournal } from '../../../../journal/transfer/transfer-import.ts';
import { CliError } from '../../error.ts';
import { cannotRead } from '../../files/file-text.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { textLines } from '../../terminal/text/text-lines.ts';

export interface ImportCommandOptions {
  readonly file: string;
  readonly as?: string;
  readonly skipExisting?: boolean;
}

const CHECKED = 'Verified: every imported chain is intact and ends as in the file.';

export async function importFrom(invocation: Invocation, options: ImportCommandOptions): Promise<undefined> {
  const { output, signal, stdin, clock } = invocation;
  const { file, as: id, skipExisting = false } = options;
  if (id !== undefined && skipExisting) {
    throw new CliError('usage', {
      summary: '--as and --skip-existing exclude each other.',
      fix: 'Leave one of them out.',
    });
  }
  // Validates the id before creating a data directory.
  if (id !== undefined) journalId(id);
  const source: Readable = file === '-' ? stdin : await openFile(file);
  let journals = 0;
  const done = async (imported: { id: string; head: number; skipped: boolean }): Promise<void> => {
    journals += 1;
    if (output.json) await output.value(imported);
    else if (imported.skipped) await output.line(`Skipped ${imported.id}: it already exists.`);
    else await output.line(`Imported ${imported.id}, which ends at seq ${imported.head}.`);
  };
  try {
    const lines = await headedLines(textLines(addAbortSignal(signal, source)), { single: id !== undefined });
    await withStore(invocation, { create: true }, async (store) => {
      if (id !== undefined)
        await done({ ...(await importJournal(store, lines, { id, clock })), skipped: false });
      else
        for await (const imported of importJournals(store, lines, { skipExisting, clock }))
          await done(imported);
    });
  } finally {
    source.destroy();
  }
  if (!output.json && id === undefined && journals > 1) await output.line(CHECKED);
  return undefined;
}

async function openFile(file: string): Promise<Readable> {
  try {
    const handle = await open(file);
    if ((await handle.stat()).isDirectory()) {
      await handle.close();
      throw isDirectory(file);
    }
    return handle.createReadStream();
  } catch (error) {
    throw error instanceof CliError ? error : cannotRead(file, error);
  }
}

function isDirectory(file: string): CliError {
  return new CliError('file-failed', {
    summary: `${file} is a directory.`,
    fix: 'Name one file; `wayfold journal export --all` puts every journal into one.',
  });
}
