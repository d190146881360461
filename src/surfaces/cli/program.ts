import { readFileSync } from 'node:fs';
import { styleText } from 'node:util';
import { type Command, Option } from 'commander';
import { addCommitsCommands } from './aliases/commits/commands.ts';
import { addPlanCommands } from './aliases/plan/commands.ts';
import { addScenarioCommands } from './aliases/scenario/commands.ts';
import { addTaskCommands } from './aliases/tasks/commands.ts';
import { addTripCommands } from './aliases/trip/commands.ts';
import { addAgentCommands } from './commands/agent/commands.ts';
import { addConfigCommand } from './commands/config-command.ts';
import { addInboxCommands } from './commands/inbox/commands.ts';
import { addJournalCommands } from './commands/journal/commands.ts';
import type { McpOptions } from './commands/mcp.ts';
import { addPauseCommands } from './commands/pause/commands.ts';
import { addSessionCommands } from './commands/session/commands.ts';
import { addTalkCommand } from './commands/talk/commands.ts';
import type { UpOptions } from './commands/up.ts';
import { addWorkerCommand, claimSecondsOption, engineOption } from './commands/worker-command.ts';
import { parseInteger } from './config/parse-integer.ts';
import { DEFAULT_DATA } from './config/store-location.ts';
import type { Perform } from './invocation.ts';
import { collected } from './repeated-option.ts';
import { refuseUnknownCommands } from './unknown-command.ts';
import { Verb } from './verb.ts';

/** The commands with their options and help. Implementations are imported only when called. */
export function createProgram({
  perform,
  configure,
}: {
  perform: Perform;
  /** Fills in options from the configuration before a command runs. */
  configure?: (command: Command) => Promise<void>;
}): Command {
  const program = new Verb('wayfold', perform)
    .description(
      'Plan, act and replay with facts in append-only journals. Without a command it starts the server, like `up`.',
    )
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .addOption(new Option('--data <dir>', 'data directory').env('WAYFOLD_DATA').default(DEFAULT_DATA))
    .addOption(
      new Option('--store <url>', 'PostgreSQL database to use instead of the data directory').env(
        'WAYFOLD_STORE',
      ),
    )
    .addOption(
      new Option(
        '--config <file>',
        'configuration file; by default the nearest wayfold.config.json, here or above',
      ).env('WAYFOLD_CONFIG'),
    )
    .addOption(
      new Option(
        '--planner <module>',
        'planner to load: a file, or npm:NAME for a package; or the id of a loaded one. Repeatable',
      ).argParser(collected),
    )
    .option('--json', 'write JSON, one value per line; errors as JSON to stderr')
    .configureHelp({
      showGlobalOptions: true,
      visibleGlobalOptions: globalOptionsOf,
      subcommandTerm: nameAndArguments,
      minWidthToWrap: 20,
      styleTitle: (title) => styleText('bold', title),
    })
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
    .examples('wayfold up', 'wayfold journal list');

  addUp(program);
  addWorkerCommand(program);
  addMcp(program);
  addAcp(program);
  addAgentCommands(program);
  addSessionCommands(program);
  addPlanCommands(program);
  addTaskCommands(program);
  addCommitsCommands(program);
  addTripCommands(program);
  addScenarioCommands(program);
  addTalkCommand(program);
  addJournalCommands(program);
  addInboxCommands(program);
  addPauseCommands(program);
  addConfigCommand(program);
  addDoctor(program);
  addCompletion(program);

  refuseUnknownCommands(program);
  if (configure) program.hook('preAction', (_, command) => configure(command));
  return program;
}

function addUp(program: Verb): void {
  program
    .command('up', { isDefault: true })
    .description('start the server and its page')
    .addOption(
      new Option('--port <number>', 'port to listen on; 0 uses any free one')
        .env('WAYFOLD_PORT')
        .argParser(parseInteger(0, 65_535))
        .default(4180),
    )
    .addOption(
      new Option('--host <address>', 'address to listen on; any but this machine needs WAYFOLD_TOKEN')
        .env('WAYFOLD_HOST')
        .default('127.0.0.1'),
    )
    .option('--open', 'open the page in a browser')
    .option('--watch', 'restart when the file of a planner module changes; sessions continue')
    .addOption(
      new Option('--allow-private', 'let setups load scenarios from private addresses').env(
        'WAYFOLD_ALLOW_PRIVATE',
      ),
    )
    .addOption(engineOption('leave sessions to the workers of a Restate, like restate://host:8080'))
    .addOption(claimSecondsOption())
    .allowExcessArguments()
    .examples('wayfold up --port 8080')
    .runs(async (invocation, options: UpOptions) =>
      (await import('./commands/up.ts')).up(invocation, options),
    );
}

function addMcp(program: Verb): void {
  program
    .command('mcp')
    .description('offer plans to an agent as an MCP server on stdin and stdout')
    .option(
      '--strategy <name>',
      'planning strategy for the agent: react (default), plan-act-reflect, goal-decompose-route-synthesise',
    )
    .option('--ephemeral', 'keep plans in memory only, until the connection ends')
    .option(
      '--tools <names>',
      'tools to offer: plan, graph, or those of a planner (tasks, trip, commits), separated by commas',
      'plan',
    )
    .option(
      '--plan <plan-id>',
      'plan for calls that name none, or @branch; by default the plan of the branch, or "default"',
    )
    .examples('wayfold mcp', 'claude mcp add wayfold -- npx -y wayfold mcp')
    .runs(async (invocation, options: McpOptions) =>
      (await import('./commands/mcp.ts')).mcp(invocation, options),
    );
}

function addAcp(program: Verb): void {
  program
    .command('acp')
    .description('run as an agent for editors with the Agent Client Protocol, on stdin and stdout')
    .examples('wayfold acp', 'wayfold acp --data ~/plans')
    .runs(async (invocation) => (await import('./commands/acp.ts')).acp(invocation, { version: version() }));
}

function addDoctor(program: Verb): void {
  program
    .command('doctor')
    .description('check what Wayfold needs, and say how to fix what is missing')
    .option('--verify', 'also verify every journal and the store itself')
    .option('--collect', 'also remove attachments that no fact refers to')
    .option(
      '--now',
      'with --collect: also those stored within the last hour; use it only while nothing else is running',
    )
    .addOption(
      new Option('--port <number>', 'port to check')
        .env('WAYFOLD_PORT')
        .argParser(parseInteger(0, 65_535))
        .default(4180),
    )
    .examples('wayfold doctor --verify')
    .runs(async (invocation, options: { verify?: boolean; collect?: boolean; now?: boolean; port: number }) =>
      (await import('./commands/doctor.ts')).doctor(invocation, options),
    );
}

function addCompletion(program: Verb): void {
  program
    .command('completion')
    .description('print a completion script for your shell')
    .argument('<shell>', 'bash, zsh or fish')
    .examples('source <(wayfold completion bash)', 'wayfold completion fish | source')
    .runs(async (invocation, shell: string) =>
      (await import('./commands/completion.ts')).completion(invocation, shell, program),
    );
}

/** The global options. Options of a group do not apply to its commands. */
function globalOptionsOf(command: Command): Option[] {
  const { parent } = command;
  if (parent === null) return [];
  if (parent.parent !== null) return globalOptionsOf(parent);
  return parent.options.filter(({ long }) => long !== '--version');
}

/** The listing of a command, without placeholders for options and subcommands. */
function nameAndArguments(command: Command): string {
  const usage = command.commands.length > 0 ? '' : command.usage().replace('[options]', '').trim();
  return `${command.name()} ${usage}`.trim();
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version;
}
