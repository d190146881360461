import { Option } from 'commander';
import { parseInteger } from '../../config/parse-integer.ts';
import type { Verb } from '../../verb.ts';

const FILE_HELP = 'scenario file, - for stdin, or the id of one that `wayfold scenario list` shows';

/** `wayfold scenario …`: conversations of two agents, played from a file. */
export function addScenarioCommands(program: Verb): void {
  const scenario = program
    .command('scenario')
    .description('play conversations between two agents, described in a file')
    .examples('wayfold scenario list', 'wayfold scenario run appointment-rescheduling --auto');

  scenario
    .command('run')
    .description('let the two agents of a scenario talk to each other; --json prints every fact')
    .argument('<file>', FILE_HELP)
    .option('--auto', 'send drafts without asking')
    .addOption(
      new Option('--model <name>', 'language model, such as openai/gpt-5 or offline').env('WAYFOLD_MODEL'),
    )
    .addOption(
      new Option('--as <agent>', 'agent to take part; the first one begins, repeat it for both')
        .argParser((value: string, before: readonly string[]) => [...before, value])
        .default([], 'the first two'),
    )
    .option('--max-turns <number>', 'stop after this many messages', parseInteger(1, 10_000))
    .option('--resume <play>', 'resume a play by its name')
    .examples(
      'wayfold scenario run appointment-rescheduling --auto',
      'wayfold scenario run my-scenario.json --model openai/gpt-5',
    )
    .calls(() => import('./run.ts'), 'run');

  scenario
    .command('evaluate')
    .description('play a scenario several times, with one or more models, and score the results')
    .argument('<file>', FILE_HELP)
    .addOption(
      new Option('--model <name>', 'language model; repeat it to compare several')
        .argParser((value: string, before: readonly string[]) => [...before, value])
        .default([], 'WAYFOLD_MODEL, or offline'),
    )
    .addOption(
      new Option('--runs <number>', 'how often each model plays it')
        .argParser(parseInteger(1, 1000))
        .default(1),
    )
    .addOption(
      new Option('--as <agent>', 'agent to take part; the first one begins, repeat it for both')
        .argParser((value: string, before: readonly string[]) => [...before, value])
        .default([], 'the first two'),
    )
    .addOption(
      new Option('--max-turns <number>', 'stop after this many messages')
        .argParser(parseInteger(1, 10_000))
        .default(40),
    )
    .option('--out <dir>', 'write the transcripts there')
    .examples(
      'wayfold scenario evaluate flour-supply',
      'wayfold scenario evaluate my-scenario.json --runs 5 --model offline --model openai/gpt-5 --out plays',
    )
    .calls(() => import('./evaluate.ts'), 'evaluate');

  scenario
    .command('check')
    .description('list the errors in a scenario file, with their locations')
    .argument('<file>', FILE_HELP)
    .examples('wayfold scenario check my-scenario.json')
    .calls(() => import('./check.ts'), 'check');

  scenario
    .command('list')
    .description('list the scenarios that come with Wayfold')
    .examples('wayfold scenario list')
    .calls(() => import('./list.ts'), 'list');
}
