import { exportJournals, type FactStore } from '../../journal/index.ts';
import { existingJournal } from '../../server/existing-journal.ts';
import { CliError } from '../error.ts';
import { type Invocation, withStore } from '../invocation.ts';
import { writeWholeFile } from '../whole-file.ts';
import { allJournals } from './all-journals.ts';

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
    await writeWholeFile(file, pieces, { force });
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
