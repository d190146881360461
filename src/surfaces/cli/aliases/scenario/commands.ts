import { Option } from 'commander';
import { parseInteger } from '../../config/parse-integer.ts';
import type { Verb } from '../../verb.ts';

const FILE_HELP = 'scenario file, - for stdin, or the id of one that `wayfold scenario list` shows';

/** `wayfold scenario …`: conversations of two agents that are played from a file. */
export function addScenarioCommands(program: Verb): void {
  const scenario = program
    .command('scenario')
    .description('play conversations between two agents, described in a file')
    .examples('wayfold scenario list', 'wayfold scenario run appointment-rescheduling --auto');

  scenario
    .command('run')
    .description('let the two agents of a scenario talk to each other; with --json every fact is a line')
    .argument('<file>', FILE_HELP)
    .option('--auto', 'send what they write without asking')
    .addOption(
      new Option('--model <name>', 'language model, such as openai/gpt-5 or offline').env('WAYFOLD_MODEL'),
    )
    .addOption(
      new Option('--as <agent>', 'agent to take part, the first one begins; give it twice for both')
        .argParser((value: string, before: readonly string[]) => [...before, value])
        .default([], 'the first two'),
    )
    .option('--max-turns <number>', 'stop after this many messages', parseInteger(1, 10_000))
    .examples(
      'wayfold scenario run appointment-rescheduling --auto',
      'wayfold scenario run my-scenario.json --model openai/gpt-5',
    )
    .calls(() => import('./run.ts'), 'run');

  scenario
    .command('check')
    .description('say what is wrong with a scenario file, and where')
    .argument('<file>', FILE_HELP)
    .examples('wayfold scenario check my-scenario.json')
    .calls(() => import('./check.ts'), 'check');

  scenario
    .command('list')
    .description('list the scenarios that come with Wayfold')
    .examples('wayfold scenario list')
    .calls(() => import('./list.ts'), 'list');
}
