import { allJournals } from '../../../../journal/all-journals.ts';
import { JournalError } from '../../../../journal/error.ts';
import type { FactStore } from '../../../../journal/store.ts';
import { exportJournals } from '../../../../journal/transfer/backup.ts';
import { exportJournal } from '../../../../journal/transfer/transfer-export.ts';
import { existingJournal } from '../../../http/store/existing-journal.ts';
import { CliError } from '../../error.ts';
import { atomicWrite } from '../../files/atomic-write.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { pluralize } from '../../terminal/text/pluralize.ts';

export interface ExportCommandOptions {
  readonly id: string | undefined;
  readonly all?: boolean;
  readonly output?: string;
  readonly prefix?: string;
  readonly force?: boolean;
  readonly attachments: boolean;
}

/** Lines are written in chunks of about this many characters. */
const PIECE = 64 * 1024;

export async function exportTo(invocation: Invocation, options: ExportCommandOptions): Promise<undefined> {
  const { id, all = false, output: file = '-', prefix, force = false, attachments } = options;
  if ((id === undefined) !== all) {
    throw new CliError('usage', {
      summary: all ? 'You gave both a journal and --all.' : 'You gave neither a journal nor --all.',
      fix: 'Name a journal, or write --all.',
    });
  }
  if (prefix !== undefined && !all) {
    throw new CliError('usage', {
      summary: '--prefix works only with --all.',
      fix: 'Write --all instead of the journal, or leave out --prefix.',
    });
  }
  const { output, signal, clock } = invocation;
  await withStore(invocation, { create: false }, async (store) => {
    if (all) await checkWhole(store);
    const ids =
      id === undefined ? await idsOf(store, prefix) : [(await existingJournal(store, id)).summary.id];
    const lines =
      id === undefined
        ? exportJournals(store, ids, { attachments, clock })
        : exportJournal(store, id, { attachments, clock });
    const pieces = inPieces(lines, signal);
    if (file === '-') {
      for await (const piece of pieces) await output.raw(piece);
      return;
    }
    await atomicWrite(file, pieces, { force });
    if (output.json) await output.value({ file, journals: ids });
    else await output.line(`Exported ${id ?? pluralize(ids.length, 'journal')} to ${file}.`);
  });
  return undefined;
}

/** A backup of a damaged store would look complete but lack unreadable content. */
async function checkWhole(store: FactStore): Promise<void> {
  const [found] = await store.inspect();
  if (found === undefined) return;
  throw new JournalError('store-corrupt', {
    summary: `The store is damaged: ${found.what}.`,
    fix: 'Run `wayfold journal verify --all` to see all of it, and export the intact journals one by one.',
  });
}

async function idsOf(store: FactStore, prefix: string | undefined): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of allJournals(store, prefix)) ids.push(id);
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
