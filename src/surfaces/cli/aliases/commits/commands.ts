import { Argument, Option } from 'commander';
import { VALIDATION_MODES } from '../../../../planners/commits/validation-mode.ts';
import type { Verb } from '../../verb.ts';

const REPO = ['--repo <dir>', 'a directory inside the repository', '.'] as const;
const JOURNAL = ['--journal <id>', 'journal that keeps the plans', 'commits'] as const;

/** `wayfold commits …`: plans from commit history, by a coding agent. */
export function addCommitsCommands(program: Verb): void {
  const commits = program
    .command('commits')
    .description('plan changes to a git repository by a coding agent, and see what led to a commit')
    .examples(
      'wayfold commits plan --goal "make parsing 2x faster" --backend codex',
      'wayfold commits trajectory --base v1.0 --tip HEAD',
    );
  addPlanning(commits);
  addDeciding(commits);
  addReading(commits);
}

const several = (value: string, earlier: readonly string[]): readonly string[] => [...earlier, value];

function addPlanning(commits: Verb): void {
  commits
    .command('plan')
    .description('let a coding agent plan; the work tree stays as it is')
    .requiredOption('--goal <text>', 'what is to be reached')
    .option('--base <rev>', 'commit that the plan starts from', 'HEAD')
    .option('--root <rev>', 'commit that the experiment began with; without it the first one')
    .option('--inspire <rev>', 'another commit to learn from; may be given more than once', several, [])
    .option('--constraint <text>', 'what must stay true; may be given more than once', several, [])
    .option(
      '--accept <text>',
      'how to see that the goal is reached; may be given more than once',
      several,
      [],
    )
    .option('--metrics <file>', 'evaluations of commits, as JSON; without it the git notes "metrics"')
    .option('--evaluator <command>', 'program that evaluates the base commit, in a checkout of it')
    .option('--iteration-hint <text>', 'what to look at this time')
    .option('--cold-start', 'there is nothing to improve on yet: plan a first variant')
    .option(
      '--backend <name>',
      'codex, claude, gemini, opencode, model, command, or a module like ./mine.js#make; without it the first that is installed',
    )
    .option('--command <program>', 'program to plan with: prompt on stdin, plan as JSON on stdout')
    .option('--model <name>', 'model of the backend "model", such as ollama/llama3.2')
    .addOption(
      new Option('--mode <mode>', 'how strictly the answer is taken; without it lenient').choices([
        ...VALIDATION_MODES,
      ]),
    )
    .option(...REPO)
    .option(...JOURNAL)
    .option('--no-record', 'keep nothing of it in a journal')
    .examples(
      'wayfold commits plan --goal "make parsing 2x faster" --backend claude',
      'wayfold commits plan --goal "use less memory" --inspire fast-branch --constraint "no new dependency" --json',
    )
    .calls(() => import('./plan.ts'), 'plan');
}

function addDeciding(commits: Verb): void {
  const deciding = () => import('./decide.ts');
  const planCommand = (name: string) =>
    commits
      .command(name)
      .argument('<plan-id>', 'plan, as `commits list` shows it')
      .option(...JOURNAL);

  commits
    .command('list')
    .description('list requested plans, where they stand, and what their attempts took')
    .option(...JOURNAL)
    .examples('wayfold commits list')
    .calls(() => import('./list.ts'), 'list');

  planCommand('show')
    .description('print a plan as it was proposed')
    .examples('wayfold commits show plan-1f2e')
    .calls(deciding, 'show');

  planCommand('accept')
    .description('accept a plan, and make tasks of it')
    .option('--start-tasks', 'begin a task plan of it, also of a plan that was accepted before')
    .examples('wayfold commits accept plan-1f2e --start-tasks')
    .calls(deciding, 'accept');

  planCommand('reject')
    .description('reject a plan; the reason is told to whoever plans next')
    .option('--reason <text>', 'why')
    .examples('wayfold commits reject plan-1f2e --reason "no caches here"')
    .calls(deciding, 'reject');

  planCommand('conclude')
    .description('record what came of an accepted plan; that is told to whoever plans next')
    .addArgument(new Argument('<outcome>', 'whether it worked').choices(['succeeded', 'failed']))
    .option('--note <text>', 'what came of it')
    .examples('wayfold commits conclude plan-1f2e failed --note "it was slower"')
    .calls(deciding, 'conclude');
}

function addReading(commits: Verb): void {
  const history = () => import('./history.ts');
  commits
    .command('trajectory')
    .description('show what led to a commit and not to another, however much it is')
    .requiredOption('--base <rev>', 'commit to compare with')
    .requiredOption('--tip <rev>', 'commit to show the way to')
    .option('--root <rev>', 'commit that blocks are counted from; without it the first one')
    .option('--cards <file>', 'commit cards as JSON lines, instead of the repository')
    .option(...REPO)
    .examples('wayfold commits trajectory --base v1.0 --tip HEAD')
    .calls(history, 'trajectory');

  commits
    .command('cards')
    .description('print the commits of a repository as JSON lines, newest first')
    .option('--tip <rev>', 'commit whose history is read; may be given more than once', several, [])
    .option('--since <rev>', 'commit to stop at')
    .option(...REPO)
    .option('-o, --output <file>', 'file to write; without it stdout')
    .option('--force', 'overwrite the file')
    .examples('wayfold commits cards > cards.jsonl', 'wayfold commits cards --since v1.0')
    .calls(history, 'cards');
}
