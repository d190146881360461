import { parseInteger } from '../../config/parse-integer.ts';
import { collected } from '../../repeated-option.ts';
import type { Verb } from '../../verb.ts';
import type { ShowOptions } from './show.ts';

/**
 * `wayfold run`, `do`, `show`, `sessions` and `new planner`: the commands every planner has, derived from its
 * definition.
 */
export function addSessionCommands(program: Verb): void {
  addRun(program);
  addDo(program);
  addReading(program);
  addNew(program);
}

function addRun(program: Verb): void {
  program
    .command('run')
    .usage('<planner> [text] [options]')
    .description('start a session of a planner, send it a text, and run it until it is idle')
    .helpOption(false)
    .allowUnknownOption()
    .argument('[planner]', 'id of a planner; with --help its flags')
    .argument('[rest...]', 'text to send, or - for stdin, and the flags of its setup')
    .examples(
      'wayfold run tasks "Write the tests. Then fix the bug."',
      'wayfold run minutes "We ship on Friday." --planner ./minutes.ts --title Retro',
      'wayfold run minutes --help --planner ./minutes.ts',
    )
    .runs(
      async (
        invocation,
        _planner: string | undefined,
        _rest: readonly string[],
        _options: object,
        command: Verb,
      ) => (await import('./run.ts')).run(invocation, command),
    );
}

function addDo(program: Verb): void {
  program
    .command('do')
    .usage('<session> <command> [options]')
    .description('run a command of a session; `wayfold do <session> --help` lists them')
    .helpOption(false)
    .allowUnknownOption()
    .argument('[session]', 'id of a session')
    .argument('[rest...]', 'the command and its flags')
    .examples('wayfold do minutes:k3x9f2 pin --line 3', 'wayfold do minutes:k3x9f2 --help')
    .runs(
      async (
        invocation,
        _session: string | undefined,
        _rest: readonly string[],
        _options: object,
        command: Verb,
      ) => (await import('./do.ts')).doInSession(invocation, command),
    );
}

function addReading(program: Verb): void {
  program
    .command('show')
    .description('show a session, and what needs you')
    .argument('<session>', 'id of a session')
    .option('--at <seq>', 'the plan as it was after this fact', parseInteger(1))
    .option('--watch', 'follow it and show every change, until q or Ctrl-C')
    .option('--artifact <id>', 'print one of its artifacts as a file')
    .option('--as <format>', 'print it in a format that its planner exports')
    .option('--set <key=value>', 'with --as: an option of the format', collected)
    .examples(
      'wayfold show minutes:k3x9f2',
      'wayfold show minutes:k3x9f2 --watch',
      'wayfold show trip:k3x9f2 --as ics > trip.ics',
    )
    .runs(async (invocation, session: string, options: ShowOptions) =>
      (await import('./show.ts')).show(invocation, session, options),
    );

  program
    .command('sessions')
    .description('list the sessions of the store, or of the planner that --planner names')
    .option('--quiet', 'print ids only')
    .examples('wayfold sessions', 'wayfold sessions --planner tasks --json')
    .runs(async (invocation, options: { quiet?: boolean }) =>
      (await import('./list.ts')).list(invocation, options),
    );
}

function addNew(program: Verb): void {
  program
    .command('new')
    .description('create the files for a planner of your own: `wayfold new planner`')
    .examples('wayfold new planner minutes')
    .command('planner')
    .description('create a planner module and its test, ready to run and to edit')
    .argument('<name>', 'its id: lower-case letters, digits and hyphens')
    .examples('wayfold new planner minutes')
    .runs(async (invocation, name: string) =>
      (await import('./new-planner.ts')).newPlanner(invocation, name),
    );
}
