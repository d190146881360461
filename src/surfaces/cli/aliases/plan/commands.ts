import { Argument, Option } from 'commander';
import { parseInteger } from '../../config/parse-integer.ts';
import type { Verb } from '../../verb.ts';

const PLAN_ID_HELP = 'plan, or @branch; without it that of the branch, or "default"';

/** `wayfold plan …`: the plans of agents, for people. */
export function addPlanCommands(program: Verb): void {
  const plan = program
    .command('plan')
    .description('show, watch, import, export and correct the plans of agents')
    .examples('wayfold plan watch', 'wayfold plan import todo.md');
  addReading(plan);
  addFiles(plan);
  addChanges(plan);
  addGraph(plan);
}

function addReading(plan: Verb): void {
  const reading = () => import('./read.ts');
  plan
    .command('show')
    .description('print a plan with details and notes; with --json in its wire form')
    .argument('[plan-id]', PLAN_ID_HELP)
    .option('--at <seq>', 'the plan as it was after this fact', parseInteger(1))
    .examples('wayfold plan show', 'wayfold plan show release --json', 'wayfold plan show --at 4')
    .calls(reading, 'show');

  plan
    .command('list')
    .description('list all plans of the data directory')
    .examples('wayfold plan list')
    .calls(reading, 'list');

  plan
    .command('watch')
    .description('follow a plan until q or Ctrl-C; in a pipe one line per change')
    .argument('[plan-id]', `${PLAN_ID_HELP}; it need not exist yet`)
    .examples('wayfold plan watch', 'wayfold plan watch release --json | jq .summary')
    .calls(() => import('./watch.ts'), 'watchPlan');
}

function addFiles(plan: Verb): void {
  plan
    .command('share')
    .description('share a plan through git, and merge the changes of other clones')
    .argument('[plan-id]', PLAN_ID_HELP)
    .examples('wayfold plan share', 'wayfold plan share release --json')
    .calls(() => import('./share.ts'), 'share');

  const files = () => import('./files.ts');
  plan
    .command('import')
    .description('create a plan from a Markdown list, JSON, or the tasks of beads, task-master or Backlog.md')
    .argument('<file>', 'file, folder of one of these tools, or - for stdin')
    .argument('[plan-id]', PLAN_ID_HELP)
    .addOption(
      new Option('--format <format>', 'format of the file; by default detected from its content').choices([
        'markdown',
        'json',
        'task-master',
        'beads',
        'backlog',
      ]),
    )
    .option('--objective <text>', 'objective, if the file has none')
    .option('--tag <name>', 'list to import from a tasks.json with several')
    .option('--replace', 'replace the active plan')
    .examples(
      'wayfold plan import todo.md',
      'wayfold plan import .beads --objective "Ship 1.0"',
      'wayfold plan import .taskmaster/tasks/tasks.json release --tag v2',
    )
    .calls(files, 'importFrom');

  plan
    .command('export')
    .description('write a plan as a Markdown checklist, as JSON, or for beads, task-master or Backlog.md')
    .argument('[plan-id]', PLAN_ID_HELP)
    .addOption(
      new Option('--format <format>', 'what to write')
        .choices(['md', 'json', 'beads', 'task-master', 'backlog'])
        .default('md'),
    )
    .option('-o, --output <file>', 'file to write, or folder for backlog; by default stdout')
    .option('--force', 'overwrite the file')
    .examples('wayfold plan export -o plan.md', 'wayfold plan export release --format beads')
    .calls(files, 'exportTo');
}

/** The commands with which a person changes a plan, through the tools of agents. */
function addChanges(plan: Verb): void {
  const changing = () => import('./change.ts');
  const command = (name: string) =>
    plan
      .command(name)
      .option('--plan <plan-id>', PLAN_ID_HELP)
      .option('--expect <version>', 'change the plan only if it has this version', parseInteger(0));

  command('set')
    .description('start a plan')
    .argument('<objective>', 'goal of the plan')
    .argument('[steps...]', 'the first steps')
    .option('--replace', 'replace the active plan')
    .examples('wayfold plan set "Ship 1.0" "Write the changelog" "Tag it"')
    .calls(changing, 'set');

  command('add')
    .description('add steps to the active plan')
    .argument('<titles...>', 'title of each step')
    .option('--details <text>', 'details, for a single step')
    .option('--before <step-id>', 'insert before this step instead of at the end')
    .option('--after <step-id>', 'insert after this step instead of at the end')
    .examples('wayfold plan add "Announce it" --plan release')
    .calls(changing, 'add');

  command('mark')
    .description('set the status of a step, or of several')
    .argument('<step-ids>', 'step, like S001, or several: S001,S002')
    .argument('<status>', 'pending, in_progress, blocked or done')
    .argument('[note]', 'finding or reason')
    .option('--command <line>', 'command as evidence, with --exit-code')
    .option('--exit-code <number>', 'exit code of the command', Number)
    .option('--link <url>', 'URL as evidence')
    .examples(
      'wayfold plan mark S002 blocked "Waiting for access"',
      'wayfold plan mark S001,S003 done --command "npm test" --exit-code 0',
    )
    .calls(changing, 'mark');

  command('update')
    .description('change the title or the details of a step')
    .argument('<step-id>', 'step, like S001')
    .option('--title <text>', 'new title')
    .option('--details <text>', 'new details; empty removes them')
    .examples('wayfold plan update S002 --title "Ask for access"')
    .calls(changing, 'update');

  command('move')
    .description('move a step before or after another one')
    .argument('<step-id>', 'step, like S003')
    .option('--before <step-id>', 'the step that comes after it')
    .option('--after <step-id>', 'the step that comes before it')
    .examples('wayfold plan move S003 --before S001')
    .calls(changing, 'move');

  command('remove')
    .description('remove a step from the active plan')
    .argument('<step-id>', 'step, like S001')
    .examples('wayfold plan remove S004')
    .calls(changing, 'remove');

  command('clear')
    .description('abandon a plan: removes its steps, and keeps its objective on record')
    .option('-y, --yes', 'do not ask')
    .examples('wayfold plan clear --plan release')
    .calls(changing, 'clear');
}

/** The commands for dependencies between steps. */
function addGraph(plan: Verb): void {
  const graph = () => import('./graph.ts');
  plan
    .command('ready')
    .description('list the steps that can start now: open, not blocked, not claimed')
    .argument('[plan-id]', PLAN_ID_HELP)
    .examples('wayfold plan ready', 'wayfold plan ready release --json')
    .calls(graph, 'ready');

  plan
    .command('claim')
    .description('claim a step, so that nobody else works on it until the claim expires')
    .argument('[step-id]', 'step, like S001; by default the first one that is ready')
    .option('--plan <plan-id>', PLAN_ID_HELP)
    .option('--agent <name>', 'who claims it; by default you')
    .option('--minutes <number>', 'duration of the claim; by default 30', parseInteger(1))
    .option('--release', 'release the claim')
    .option('--take-over', 'claim it even if somebody else holds it')
    .examples('wayfold plan claim', 'wayfold plan claim S003 --agent reviewer --minutes 60')
    .calls(graph, 'claim');

  plan
    .command('link')
    .description('record how two steps depend on each other')
    .argument('<from>', 'step, like S001')
    .addArgument(new Argument('<relation>', 'its relation to the other step').choices(RELATIONS))
    .argument('<to>', 'the other step')
    .option('--plan <plan-id>', PLAN_ID_HELP)
    .option('--remove', 'remove the link')
    .examples('wayfold plan link S001 blocks S002', 'wayfold plan link S001 parent S003')
    .calls(graph, 'link');

  plan
    .command('graph')
    .description('draw how the steps of a plan depend on each other')
    .argument('[plan-id]', PLAN_ID_HELP)
    .addOption(
      new Option('--format <format>', 'what to write')
        .choices(['text', 'mermaid', 'dot', 'json'])
        .default('text'),
    )
    .examples('wayfold plan graph', 'wayfold plan graph --format dot | dot -Tsvg > plan.svg')
    .calls(graph, 'graph');
}

const RELATIONS = ['blocks', 'parent', 'discovered-from', 'related'];
