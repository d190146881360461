import { InvalidArgumentError, Option } from 'commander';
import { parseInteger } from '../../config/parse-integer.ts';
import { collected } from '../../repeated-option.ts';
import type { Verb } from '../../verb.ts';
import type { RedactFlags } from './redact.ts';

/** `wayfold journal …`: operations on journals. */
export function addJournalCommands(program: Verb): void {
  const journal = program
    .command('journal')
    .description('list, read, copy, check and change journals')
    .examples('wayfold journal list', 'wayfold journal tail trip');

  journal
    .command('list')
    .description('list the journals')
    .argument('[prefix]', 'only those whose id starts with this')
    .addOption(new Option('--sort <by>', 'order').choices(['id', 'updated', 'facts']).default('id'))
    .option('-q, --quiet', 'print ids only')
    .examples('wayfold journal list trip: --sort updated')
    .runs(
      async (
        invocation,
        prefix: string | undefined,
        options: { sort: 'id' | 'updated' | 'facts'; quiet?: boolean },
      ) => (await import('./list.ts')).list(invocation, { prefix, ...options }),
    );

  journal
    .command('show')
    .description('print facts, one per line; with --json in full')
    .argument('<id>', 'journal')
    .option('--from <seq>', 'first seq', parseInteger(0))
    .option('--to <seq>', 'last seq', parseInteger(0))
    .option('--type <type>', 'only facts of this type; may be repeated', collected)
    .examples(
      'wayfold journal show trip --from 10 --to 20',
      'wayfold journal show trip --type note_added --json',
    )
    .runs(async (invocation, id: string, options: { from?: number; to?: number; type?: readonly string[] }) =>
      (await import('./show.ts')).show(invocation, { id, ...options }),
    );

  journal
    .command('tail')
    .description('print the last facts, then each new one, until Ctrl-C')
    .argument('<id>', 'journal; it need not exist yet')
    .option('-n, --lines <count>', 'how many of the last facts to start with', parseInteger(0), 10)
    .option('--from <seq>', 'first seq, instead of -n', parseInteger(0))
    .examples('wayfold journal tail trip -n 50')
    .runs(async (invocation, id: string, options: { lines: number; from?: number }) =>
      (await import('./tail.ts')).tail(invocation, { id, ...options }),
    );

  journal
    .command('append')
    .description('append facts, all or none')
    .argument('<id>', 'journal; the first fact creates it')
    .argument('<facts>', 'a fact or an array of facts as JSON, or - for JSON or JSON lines from stdin')
    .option('--expect <seq>', 'append only if this is the last seq; 0 for a new journal', parseInteger(0))
    .option('--key <key>', 'a name for this append: repeating it changes nothing')
    .examples(`wayfold journal append trip '{"type":"note_added","text":"Pack light"}'`)
    .runs(async (invocation, id: string, facts: string, options: { expect?: number; key?: string }) =>
      (await import('./append.ts')).append(invocation, { id, facts, ...options }),
    );

  journal
    .command('fork')
    .description('make a new journal that shares the first facts of another')
    .argument('<id>', 'journal')
    .argument('<seq>', 'last seq to share, or head', seqOrHead)
    .argument('<new-id>', 'id of the fork')
    .examples('wayfold journal fork trip 12 trip:by-train', 'wayfold journal fork trip head trip:copy')
    .runs(async (invocation, id: string, seq: number | 'head', newId: string) =>
      (await import('./fork.ts')).fork(invocation, { id, seq, newId }),
    );

  journal
    .command('verify')
    .description('check the hash chain: no fact changed, none missing')
    .argument('[id]', 'journal; without it all of them')
    .option('--all', 'every journal')
    .examples('wayfold journal verify trip', 'wayfold journal verify --all')
    .runs(async (invocation, id: string | undefined, options: { all?: boolean }) =>
      (await import('./verify.ts')).verify(invocation, { id, ...options }),
    );

  journal
    .command('export')
    .description('write journals as JSON lines, with their attachments')
    .argument('[id]', 'journal')
    .option('--all', 'every journal, in one file that can be imported as a whole')
    .option('--prefix <text>', 'with --all: only journals whose id starts with it')
    .option('-o, --output <file>', 'file to write; without it, or with -, stdout')
    .option('--force', 'overwrite the file')
    .option('--no-attachments', 'leave attachments out')
    .examples(
      'wayfold journal export trip -o trip.jsonl',
      'wayfold journal export --all > backup.jsonl',
      'wayfold journal export --all --prefix trip: -o trips.jsonl',
    )
    .runs(async (invocation, id: string | undefined, options: ExportOptions) =>
      (await import('./export.ts')).exportTo(invocation, { id, ...options }),
    );

  journal
    .command('import')
    .description('restore exported journals, and check every digest and hash')
    .argument('<file>', 'exported file, or - for stdin')
    .option('--as <id>', 'import under another id')
    .option('--skip-existing', 'skip journals whose id names a different one here')
    .examples(
      'wayfold journal import trip.jsonl --as trip:restored',
      'wayfold journal import backup.jsonl --store postgres://wayfold@db/wayfold',
    )
    .runs(async (invocation, file: string, options: { as?: string; skipExisting?: boolean }) =>
      (await import('./import.ts')).importFrom(invocation, { file, ...options }),
    );

  journal
    .command('redact')
    .description("erase a fact's payload for good, in every fork too; or words and people in all journals")
    .argument('[id]', 'journal')
    .argument('[seq]', 'seq of the fact', parseInteger(1))
    .option('--everywhere <words>', 'erase every fact, prompt, answer, setup and file with these words')
    .option('--subject <name>', 'erase everything by this person, and everything with their name')
    .option('--dry-run', 'with --everywhere or --subject: only list what would be erased')
    .option('--by <name>', 'who erases it, for the record')
    .option('--reason <text>', 'why, for the record')
    .option('-y, --yes', 'do not ask')
    .examples(
      'wayfold journal redact trip 17 --reason "the trip is over"',
      'wayfold journal redact --everywhere "5 Elm Road" --dry-run',
      'wayfold journal redact --subject "Ann Lee" --yes',
    )
    .runs(async (invocation, id: string | undefined, seq: number | undefined, options: RedactFlags) =>
      (await import('./redact.ts')).redactCommand(invocation, { id, seq, ...options }),
    );

  journal
    .command('delete')
    .description('delete a journal for good; its forks stay intact')
    .argument('<id>', 'journal')
    .option('-y, --yes', 'do not ask')
    .examples('wayfold journal delete trip:by-train')
    .runs(async (invocation, id: string, options: { yes?: boolean }) =>
      (await import('./delete.ts')).deleteJournal(invocation, { id, ...options }),
    );
}

interface ExportOptions {
  readonly all?: boolean;
  readonly output?: string;
  readonly force?: boolean;
  readonly attachments: boolean;
}

function seqOrHead(text: string): number | 'head' {
  if (text === 'head') return 'head';
  if (/^\d{1,16}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 0 on, or head.');
}
