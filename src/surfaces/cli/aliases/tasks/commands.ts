import { Option } from 'commander';
import { CODING_AGENTS } from '../../../../machine/agents/agent-names.ts';
import { parseInteger } from '../../config/parse-integer.ts';
import { collected } from '../../repeated-option.ts';
import type { Verb } from '../../verb.ts';

const ID_HELP = 'plan, as `wayfold tasks list` names it';

/** `wayfold tasks …`: plans, runs and resumes lists of tasks. */
export function addTaskCommands(program: Verb): void {
  const tasks = program
    .command('tasks')
    .description('plan tasks from plain text, carry them out, and resume after any interruption')
    .examples('wayfold tasks run "Write the tests. Then fix the bug."', 'wayfold tasks list');
  addPlanning(tasks);
  addRunning(tasks);
  addReading(tasks);
  addChanging(tasks);
}

function addPlanning(tasks: Verb): void {
  tasks
    .command('plan')
    .description('show the tasks in a text without carrying them out')
    .argument('<text>', 'text to plan from, or - for stdin')
    .addOption(planWith())
    .addOption(model())
    .examples('wayfold tasks plan "Add a login. Then write tests."', 'wayfold tasks plan - < todo.md --json')
    .calls(() => import('./plan.ts'), 'plan');
}

function addRunning(tasks: Verb): void {
  tasks
    .command('run')
    .description('carry out the tasks in a text; --json prints every event')
    .argument('[text]', 'text to plan from, or - for stdin')
    .option('--resume <id>', 'resume a plan; tasks in the text are added to it')
    .option('--yes', 'start without asking')
    .option('--review', 'start nothing until the plan is reviewed and approved')
    .addOption(
      new Option(
        '--executor <name>',
        `executor of the tasks: model, shell, http, mcp, human, echo, ${CODING_AGENTS.join(', ')}; or KIND=NAME for one kind of task`,
      )
        .argParser(collected)
        .default([], 'a model if there is one, else you'),
    )
    .addOption(
      new Option('--allow <command>', 'program that shell tasks may run; repeat it for more')
        .argParser(collected)
        .default([], 'none'),
    )
    .addOption(
      new Option('--mcp <server>', 'MCP server for mcp tasks: a URL, or a command line')
        .argParser(collected)
        .default([], 'none'),
    )
    .addOption(
      new Option('--check <command>', 'command that checks what a coding agent changed; repeat it for more')
        .argParser(collected)
        .default([], 'none'),
    )
    .addOption(planWith())
    .addOption(model())
    .option('--instructions <text>', 'instructions for the model, for every task')
    .option('--profile <kind>', 'kind of work, such as coding or analysis: a hint to the model')
    .option('--parallel <number>', 'tasks that may run at once', parseInteger(1, 1000))
    .option('--attempts <number>', 'attempts per task when a failure is transient', parseInteger(1, 100))
    .addOption(
      new Option('--on-failure <what>', 'what to do with the rest after a failure').choices([
        'continue',
        'abort',
      ]),
    )
    .option(
      '--token-budget <number>',
      'token budget for the summary of finished tasks',
      parseInteger(0, 1_000_000),
    )
    .option('--timeout <seconds>', 'time limit for a command or request', parseInteger(1, 86_400))
    .option('--allow-private', 'let http tasks fetch from private addresses')
    .option('--offline', 'do not check whether links are reachable')
    .examples(
      'wayfold tasks run "Add a login. Then write tests."',
      'wayfold tasks run - --executor echo --yes < todo.md',
      'wayfold tasks run "Run `npm test`" --allow npm',
      'wayfold tasks run "Fix the flaky test" --executor codex --check "npm test"',
      'wayfold tasks run --resume k3x9f2',
      'wayfold tasks run --resume k3x9f2 "Then publish it."',
    )
    .calls(() => import('./run.ts'), 'run');
}

function addReading(tasks: Verb): void {
  const reading = () => import('./read.ts');
  tasks
    .command('show')
    .description('print a plan with the result of each task')
    .argument('<id>', ID_HELP)
    .option('--at <seq>', 'the plan as it was at this seq of its journal', parseInteger(0))
    .examples('wayfold tasks show k3x9f2', 'wayfold tasks show k3x9f2 --at 5 --json')
    .calls(reading, 'show');

  tasks
    .command('recall')
    .description('search the results of tasks, including summarised ones')
    .argument('<words...>', 'words to search for')
    .option('--plan <id>', 'only in this plan')
    .examples(
      'wayfold tasks recall port of the staging server',
      'wayfold tasks recall migration --plan k3x9f2',
    )
    .calls(reading, 'recall');

  tasks
    .command('list')
    .description('list all task plans of the data directory')
    .examples('wayfold tasks list')
    .calls(reading, 'list');
}

function addChanging(tasks: Verb): void {
  const changes = () => import('./change.ts');
  tasks
    .command('cancel')
    .description('cancel one task of a plan, or all unfinished ones')
    .argument('<id>', ID_HELP)
    .argument('[task]', 'number of the task', parseInteger(1))
    .option('--reason <text>', 'why, for the record')
    .examples('wayfold tasks cancel k3x9f2', 'wayfold tasks cancel k3x9f2 3 --reason "not needed"')
    .calls(changes, 'cancel');

  addRevising(tasks);
  addDeciding(tasks);

  tasks
    .command('answer')
    .description('answer the open question of a plan')
    .argument('<id>', ID_HELP)
    .argument('<text>', 'the answer')
    .option('--task <number>', 'task to answer, if several are waiting', parseInteger(1))
    .examples('wayfold tasks answer k3x9f2 "two weeks"')
    .calls(changes, 'answer');

  tasks
    .command('restore')
    .description('copy a plan as it was at a seq of its journal, to continue from there')
    .argument('<id>', ID_HELP)
    .argument('<seq>', 'seq to go back to', parseInteger(0))
    .examples('wayfold tasks restore k3x9f2 12')
    .calls(changes, 'restore');
}

function addDeciding(tasks: Verb): void {
  const changes = () => import('./decide.ts');
  const digest = () =>
    new Option('--digest <sha256>', 'change that was looked at; default the one that waits');
  tasks
    .command('approve')
    .description('merge the changes that a coding agent made for a task')
    .argument('<id>', ID_HELP)
    .argument('<task>', 'number of the task', parseInteger(1))
    .addOption(digest())
    .examples('wayfold tasks approve k3x9f2 3')
    .calls(changes, 'approve');

  tasks
    .command('reject')
    .description('discard the changes that a coding agent made for a task')
    .argument('<id>', ID_HELP)
    .argument('<task>', 'number of the task', parseInteger(1))
    .option('--reason <text>', 'why, for the record')
    .addOption(digest())
    .examples('wayfold tasks reject k3x9f2 3 --reason "too much at once"')
    .calls(changes, 'reject');
}

function addRevising(tasks: Verb): void {
  const changes = () => import('./revise.ts');
  const after = () =>
    new Option(
      '--after <tasks>',
      'numbers of the tasks to be done first, such as 1,2; none for ""',
    ).argParser(taskNumbers);
  tasks
    .command('edit')
    .description('change a task that has not started; a failed one runs again')
    .argument('<id>', ID_HELP)
    .argument('<task>', 'number of the task', parseInteger(1))
    .option('--text <text>', 'what to do')
    .option('--kind <kind>', 'kind of task')
    .addOption(after())
    .examples('wayfold tasks edit k3x9f2 3 --text "Write the docs" --after 1,2')
    .calls(changes, 'edit');

  tasks
    .command('insert')
    .description('insert a task into a plan')
    .argument('<id>', ID_HELP)
    .argument('<text>', 'what to do')
    .option('--before <task>', 'task that waits for it', parseInteger(1))
    .option('--kind <kind>', 'kind of task')
    .addOption(after())
    .examples('wayfold tasks insert k3x9f2 "Make a backup" --before 2')
    .calls(changes, 'insert');

  tasks
    .command('move')
    .description('move a task, in a plan that has not started')
    .argument('<id>', ID_HELP)
    .argument('<task>', 'number of the task', parseInteger(1))
    .option('--before <task>', 'task to put it before; by default it comes last', parseInteger(1))
    .examples('wayfold tasks move k3x9f2 3 --before 1')
    .calls(changes, 'move');

  tasks
    .command('split')
    .description('split a task into several that follow each other')
    .argument('<id>', ID_HELP)
    .argument('<task>', 'number of the task', parseInteger(1))
    .argument('<parts...>', 'text of each part')
    .examples('wayfold tasks split k3x9f2 2 "Write the migration" "Run it"')
    .calls(changes, 'split');

  tasks
    .command('retry')
    .description('retry a failed task, and the tasks that were cancelled because of it')
    .argument('<id>', ID_HELP)
    .argument('<task>', 'number of the task', parseInteger(1))
    .examples('wayfold tasks retry k3x9f2 3')
    .calls(changes, 'retry');

  tasks
    .command('skip')
    .description('skip a task; tasks that depend on it continue')
    .argument('<id>', ID_HELP)
    .argument('<task>', 'number of the task', parseInteger(1))
    .examples('wayfold tasks skip k3x9f2 3')
    .calls(changes, 'skip');
}

function taskNumbers(text: string): readonly number[] {
  return text
    .split(/[\s,]+/)
    .filter((each) => each !== '')
    .map((each) => parseInteger(1)(each));
}

function planWith(): Option {
  return new Option('--plan-with <what>', 'who makes tasks of the text; auto is a model if there is one')
    .choices(['auto', 'parser', 'model'])
    .default('auto');
}

function model(): Option {
  return new Option('--model <name>', 'language model, such as openai/gpt-5 or offline').env('WAYFOLD_MODEL');
}
