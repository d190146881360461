import { Option } from 'commander';
import type { Invocation } from '../../invocation.ts';
import type { Verb } from '../../verb.ts';
import type { ConnectOptions } from './connect.ts';
import type { PublishOptions } from './publish.ts';
import type { TalkOptions } from './run.ts';

/**
 * `wayfold talk`, and the commands that connect sessions with others: `wayfold publish`, `wayfold pair` and their
 * opposites.
 */
export function addTalkCommand(program: Verb): void {
  program
    .command('talk')
    .description(
      'talk to another agent (A2A) by the address of its card; you write, or the planner that --planner names',
    )
    .argument('<card-url>', 'address of the agent card, or of the agent')
    .option('--auto', 'send drafts without asking')
    .addOption(
      new Option('--model <name>', 'language model, such as openai/gpt-5 or offline').env('WAYFOLD_MODEL'),
    )
    .option('--scenario <file>', 'the scenario, for --planner scenario')
    .option('--as <agent>', 'agent of the scenario to play; by default the first')
    .option('--session <id>', 'continue this session, or start one with this name')
    .addOption(
      new Option(
        '--header <header>',
        'sent to the agent, like "x-api-key: 123"; WAYFOLD_AGENT_AUTHORIZATION sets authorization',
      )
        .argParser((value: string, before: readonly string[]) => [...before, value])
        .default([], 'none'),
    )
    .addOption(
      new Option('--allow-private', 'let the card lead to private addresses').env('WAYFOLD_ALLOW_PRIVATE'),
    )
    .examples(
      'wayfold talk https://agents.example.com/weather',
      'wayfold talk http://127.0.0.1:4180/a2a/desk --planner drafter --model openai/gpt-5',
      'echo "What is the weather in Oslo?" | wayfold talk https://agents.example.com/weather --json',
    )
    .runs(async (invocation, cardUrl: string, options: TalkOptions) =>
      (await import('./run.ts')).talk(invocation, cardUrl, await withPlanner(invocation, options)),
    );
  addPublishing(program);
  addPairing(program);
  addConnecting(program);
}

function addPairing(program: Verb): void {
  program
    .command('pair')
    .description('let two sessions talk to each other while `wayfold up` runs; the first one starts')
    .argument('<first>', 'id of a session whose planner talks to another agent')
    .argument('<second>', 'id of another one')
    .examples('wayfold pair buyer seller')
    .runs(async (invocation, first: string, second: string) =>
      (await import('./pair.ts')).pair(invocation, first, second),
    );

  program
    .command('unpair')
    .description('stop two sessions from talking to each other')
    .argument('<first>', 'id of one of them')
    .argument('<second>', 'id of the other')
    .examples('wayfold unpair buyer seller')
    .runs(async (invocation, first: string, second: string) =>
      (await import('./pair.ts')).unpair(invocation, first, second),
    );
}

function addConnecting(program: Verb): void {
  program
    .command('connect')
    .description(
      'let a session talk to another agent (A2A) while `wayfold up` runs; --planner starts it if there is none',
    )
    .argument('<session>', 'id of a session whose planner talks to another agent')
    .argument('<card-url>', 'address of the agent card, or of the agent')
    .option('--auto', 'send its drafts without asking')
    .option('--scenario <file>', 'the scenario, for --planner scenario')
    .option('--as <agent>', 'agent of the scenario to play; by default the first')
    .addOption(
      new Option('--allow-private', 'allow private addresses for the card and the agent').env(
        'WAYFOLD_ALLOW_PRIVATE',
      ),
    )
    .examples(
      'wayfold connect desk https://agents.example.com/weather',
      'wayfold connect buyer http://127.0.0.1:4181/a2a/mill --planner scenario --scenario flour-supply --auto --allow-private',
    )
    .runs(async (invocation, session: string, cardUrl: string, options: ConnectOptions) =>
      (await import('./connect.ts')).connect(
        invocation,
        session,
        cardUrl,
        await withPlanner(invocation, options),
      ),
    );

  program
    .command('disconnect')
    .description('stop a session from talking to its agent')
    .argument('<session>', 'id of a connected session')
    .examples('wayfold disconnect desk')
    .runs(async (invocation, session: string) =>
      (await import('./connect.ts')).disconnect(invocation, session),
    );
}

function addPublishing(program: Verb): void {
  program
    .command('publish')
    .description(
      'let other agents reach a session at /a2a/<session> on the server; --planner starts it if there is none',
    )
    .argument('<session>', 'id of a session with a planner')
    .option('--auto', 'send its drafts without asking')
    .option('--scenario <file>', 'the scenario, for --planner scenario')
    .option('--as <agent>', 'agent of the scenario to play; by default the first')
    .option('--repo <dir>', 'a directory inside the repository, for --planner commits')
    .option('--name <text>', 'name on its card; by default the title of the session')
    .option('--description <text>', 'description on its card')
    .examples(
      'wayfold publish desk --planner drafter --name "Front desk"',
      'wayfold publish travel --planner trip',
      'wayfold publish baker --planner scenario --scenario flour-supply --as bakery-buyer --auto',
    )
    .runs(async (invocation, session: string, options: PublishOptions) =>
      (await import('./publish.ts')).publish(invocation, session, await withPlanner(invocation, options)),
    );

  program
    .command('unpublish')
    .description('stop letting other agents reach a session')
    .argument('<session>', 'id of a published session')
    .examples('wayfold unpublish talk:k3x9f2')
    .runs(async (invocation, session: string) =>
      (await import('./publish.ts')).unpublish(invocation, session),
    );
}

/** `--planner` is a global option that loads planners. Here it selects one. */
async function withPlanner<Options extends object>(
  invocation: Invocation,
  options: Options,
): Promise<Options & { readonly planner?: string | undefined }> {
  const { chosenPlanner } = await import('../../config/planner-registry.ts');
  return { ...options, planner: await chosenPlanner(invocation) };
}
