import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseInteger } from '../config/parse-integer.ts';
import { addExample } from '../example.ts';
import type { Perform } from '../invocation.ts';

/** `wayfold journal …`: what can be done with journals from a shell. */
export function addJournalCommands(program: Command, perform: Perform): void {
  const journal = program.command('journal').description('list, read, copy, check and change journals');
  addExample(journal, ['wayfold journal list', 'wayfold journal tail trip']);

  const list = journal
    .command('list')
    .description('list the journals')
    .argument('[prefix]', 'only those whose id starts with this')
    .addOption(new Option('--sort <by>', 'order').choices(['id', 'updated', 'facts']).default('id'))
    .option('-q, --quiet', 'print ids only')
    .action((prefix: string | undefined, options: { sort: 'id' | 'updated' | 'facts'; quiet?: boolean }, c) =>
      perform(c.optsWithGlobals(), async (invocation) =>
        (await import('./journal/list.ts')).list(invocation, { prefix, ...options }),
      ),
    );
  addExample(list, ['wayfold journal list trip: --sort updated']);

  const show = journal
    .command('show')
    .description('print facts, one a line; with --json in full')
    .argument('<id>', 'journal')
    .option('--from <seq>', 'first seq', parseInteger(0))
    .option('--to <seq>', 'last seq', parseInteger(0))
    .option('--type <type>', 'only facts of this type; may be repeated', collected)
    .action((id: string, options: { from?: number; to?: number; type?: readonly string[] }, c) =>
      perform(c.optsWithGlobals(), async (invocation) =>
        (await import('./journal/show.ts')).show(invocation, { id, ...options }),
      ),
    );
  addExample(show, [
    'wayfold journal show trip --from 10 --to 20',
    'wayfold journal show trip --type note_added --json',
  ]);

  const tail = journal
    .command('tail')
    .description('print the last facts, then each new one, until Ctrl-C')
    .argument('<id>', 'journal; it need not exist yet')
    .option('-n, --lines <count>', 'how many of the last facts to start with', parseInteger(0), 10)
    .option('--from <seq>', 'first seq, instead of -n', parseInteger(0))
    .action((id: string, options: { lines: number; from?: number }, c) =>
      perform(c.optsWithGlobals(), async (invocation) =>
        (await import('./journal/tail.ts')).tail(invocation, { id, ...options }),
      ),
    );
  addExample(tail, ['wayfold journal tail trip -n 50']);

  const append = journal
    .command('append')
    .description('append facts, all or none')
    .argument('<id>', 'journal; the first fact creates it')
    .argument('<facts>', 'a fact or an array of facts as JSON, or - for JSON or JSON lines from stdin')
    .option('--expect <seq>', 'append only if this is the last seq; 0 for a new journal', parseInteger(0))
    .option('--key <key>', 'a name for this append: repeating it changes nothing')
    .action((id: string, facts: string, options: { expect?: number; key?: string }, c) =>
      perform(c.optsWithGlobals(), async (invocation) =>
        (await import('./journal/append.ts')).append(invocation, { id, facts, ...options }),
      ),
    );
  addExample(append, [`wayfold journal append trip '{"type":"note_added","text":"Pack light"}'`]);

  const fork = journal
    .command('fork')
    .description('make a new journal that shares the first facts of another')
    .argument('<id>', 'journal')
    .argument('<seq>', 'last seq to share, or head', seqOrHead)
    .argument('<new-id>', 'id of the fork')
    .action((id: string, seq: number | 'head', newId: string, _: object, c) =>
      perform(c.optsWithGlobals(), async (invocation) =>
        (await import('./journal/fork.ts')).fork(invocation, { id, seq, newId }),
      ),
    );
  addExample(fork, [
    'wayfold journal fork trip 12 trip:by-train',
    'wayfold journal fork trip head trip:copy',
  ]);

  const verify = journal
    .command('verify')
    .description('check the hash chain: no fact changed, none missing')
    .argument('[id]', 'journal; without it all of them')
    .option('--all', 'every journal')
    .action((id: string | undefined, options: { all?: boolean }, c) =>
      perform(c.optsWithGlobals(), async (invocation) =>
        (await import('./journal/verify.ts')).verify(invocation, { id, ...options }),
      ),
    );
  addExample(verify, ['wayfold journal verify trip', 'wayfold journal verify --all']);

  const exporting = journal
    .command('export')
    .description('write journals as JSON lines, with their attachments')
    .argument('[id]', 'journal')
    .option('--all', 'every journal, in one file that can be imported as a whole')
    .option('--prefix <text>', 'with --all: only journals whose id starts with it')
    .option('-o, --output <file>', 'file to write; without it, or with -, stdout')
    .option('--force', 'overwrite the file')
    .option('--no-attachments', 'leave attachments out')
    .action((id: string | undefined, options: ExportOptions, c) =>
      perform(c.optsWithGlobals(), async (invocation) =>
        (await import('./journal/export.ts')).exportTo(invocation, { id, ...options }),
      ),
    );
  addExample(exporting, [
    'wayfold journal export trip -o trip.jsonl',
    'wayfold journal export --all > backup.jsonl',
    'wayfold journal export --all --prefix trip: -o trips.jsonl',
  ]);

  const importing = journal
    .command('import')
    .description('bring exported journals back; every digest and hash is checked')
    .argument('<file>', 'exported file, or - for stdin')
    .option('--as <id>', 'import under another id')
    .option('--skip-existing', 'pass over journals whose id names another one here')
    .action((file: string, options: { as?: string; skipExisting?: boolean }, c) =>
      perform(c.optsWithGlobals(), async (invocation) =>
        (await import('./journal/import.ts')).importFrom(invocation, { file, ...options }),
      ),
    );
  addExample(importing, [
    'wayfold journal import trip.jsonl --as trip:restored',
    'wayfold journal import backup.jsonl --store postgres://wayfold@db/wayfold',
  ]);

  const redact = journal
    .command('redact')
    .description("erase one fact's payload for good, in every fork too")
    .argument('<id>', 'journal')
    .argument('<seq>', 'seq of the fact', parseInteger(1))
    .option('-y, --yes', 'do not ask')
    .action((id: string, seq: number, options: { yes?: boolean }, c) =>
      perform(c.optsWithGlobals(), async (invocation) =>
        (await import('./journal/redact.ts')).redact(invocation, { id, seq, ...options }),
      ),
    );
  addExample(redact, ['wayfold journal redact trip 17']);

  const deleting = journal
    .command('delete')
    .description('delete a journal for good; forks of it stay whole')
    .argument('<id>', 'journal')
    .option('-y, --yes', 'do not ask')
    .action((id: string, options: { yes?: boolean }, c) =>
      perform(c.optsWithGlobals(), async (invocation) =>
        (await import('./journal/delete.ts')).deleteJournal(invocation, { id, ...options }),
      ),
    );
  addExample(deleting, ['wayfold journal delete trip:by-train']);
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

function collected(type: string, before: readonly string[] = []): readonly string[] {
  return [...before, type];
}
