import type { Command } from 'commander';
import { parseInteger } from '../../config/parse-integer.ts';
import { addExample } from '../../example.ts';
import type { Perform } from '../../invocation.ts';
import type { ShowOptions } from './show.ts';

/** `wayfold run`, `do`, `show`, `sessions` and `new planner`: what every planner has, made of its definition. */
export function addSessionCommands(program: Command, perform: Perform): void {
  addRun(program, perform);
  addDo(program, perform);
  addReading(program, perform);
  addNew(program, perform);
}

function addRun(program: Command, perform: Perform): void {
  const run = program
    .command('run')
    .usage('<planner> [text] [options]')
    .description('begin a session of a planner, tell it something, and run it until it rests')
    .helpOption(false)
    .allowUnknownOption()
    .argument('[planner]', 'id of a planner; with --help its flags')
    .argument('[rest...]', 'what to tell it, or - for stdin, and the flags of its setup')
    .action((_planner: string | undefined, _rest: readonly string[], _options: object, command: Command) =>
      perform(command.optsWithGlobals(), async (invocation) =>
        (await import('./run.ts')).run(invocation, command),
      ),
    );
  addExample(run, [
    'wayfold run tasks "Write the tests. Then fix the bug."',
    'wayfold run minutes "We ship on Friday." --planner ./minutes.ts --title Retro',
    'wayfold run minutes --help --planner ./minutes.ts',
  ]);
}

function addDo(program: Command, perform: Perform): void {
  const doing = program
    .command('do')
    .usage('<session> <command> [options]')
    .description('do something in a session; `wayfold do <session> --help` lists its commands')
    .helpOption(false)
    .allowUnknownOption()
    .argument('[session]', 'id of a session')
    .argument('[rest...]', 'the command and its flags')
    .action((_session: string | undefined, _rest: readonly string[], _options: object, command: Command) =>
      perform(command.optsWithGlobals(), async (invocation) =>
        (await import('./do.ts')).doInSession(invocation, command),
      ),
    );
  addExample(doing, ['wayfold do minutes:k3x9f2 pin --line 3', 'wayfold do minutes:k3x9f2 --help']);
}

function addReading(program: Command, perform: Perform): void {
  const show = program
    .command('show')
    .description('show a session: what its planner made, and what needs you')
    .argument('<session>', 'id of a session')
    .option('--at <seq>', 'as it was right after this fact', parseInteger(1))
    .option('--watch', 'go on, and show it again whenever it changes, until q or Ctrl-C')
    .action((session: string, options: ShowOptions, command: Command) =>
      perform(command.optsWithGlobals(), async (invocation) =>
        (await import('./show.ts')).show(invocation, session, options),
      ),
    );
  addExample(show, ['wayfold show minutes:k3x9f2', 'wayfold show minutes:k3x9f2 --watch']);

  const list = program
    .command('sessions')
    .description('list the sessions of the store; with --planner ID those of a planner')
    .option('--quiet', 'print ids only')
    .action((options: { quiet?: boolean }, command: Command) =>
      perform(command.optsWithGlobals(), async (invocation) =>
        (await import('./list.ts')).list(invocation, options),
      ),
    );
  addExample(list, ['wayfold sessions', 'wayfold sessions --planner tasks --json']);
}

function addNew(program: Command, perform: Perform): void {
  const creating = program.command('new').description('begin something of your own: `wayfold new planner`');
  addExample(creating, ['wayfold new planner minutes']);
  const planner = creating
    .command('planner')
    .description('write the module of a planner and its test, to change and to run')
    .argument('<name>', 'its id: lower-case letters, digits and hyphens')
    .action((name: string, _: object, command: Command) =>
      perform(command.optsWithGlobals(), async (invocation) =>
        (await import('./new-planner.ts')).newPlanner(invocation, name),
      ),
    );
  addExample(planner, ['wayfold new planner minutes']);
}
