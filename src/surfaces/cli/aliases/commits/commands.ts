import { Argument, InvalidArgumentError, Option } from 'commander';
import { CODING_AGENTS } from '../../../../machine/agents/agent-names.ts';
import { VALIDATION_MODES } from '../../../../planners/commits/plan/validation-mode.ts';
import { parseInteger } from '../../config/parse-integer.ts';
import type { Verb } from '../../verb.ts';

const AGENTS = CODING_AGENTS.join(', ');
const REPO = ['--repo <dir>', 'a directory inside the repository', '.'] as const;
const JOURNAL = ['--journal <id>', 'journal that keeps the plans', 'commits'] as const;

/** `wayfold commits …`: plans from commit history, by a coding agent. */
export function addCommitsCommands(program: Verb): void {
  const commits = program
    .command('commits')
    .description('let a coding agent plan changes to a git repository, and see what led to a commit')
    .examples(
      'wayfold commits plan --goal "make parsing 2x faster" --backend codex',
      'wayfold commits trajectory --base v1.0 --tip HEAD',
    );
  addPlanning(commits);
  addEvolving(commits);
  addDeciding(commits);
  addReading(commits);
}

const several = (value: string, earlier: readonly string[]): readonly string[] => [...earlier, value];

function addPlanning(commits: Verb): void {
  commits
    .command('plan')
    .description('let a coding agent plan; your worktree is not touched')
    .requiredOption('--goal <text>', 'goal of the plan')
    .option('--base <rev>', 'commit that the plan starts from', 'HEAD')
    .option('--root <rev>', 'commit that the experiment started from; by default the first one')
    .option('--inspire <rev>', 'another commit to learn from; repeatable', several, [])
    .option('--constraint <text>', 'constraint that must hold; repeatable', several, [])
    .option('--accept <text>', 'acceptance criterion; repeatable', several, [])
    .option('--metrics <file>', 'evaluations of commits, as JSON; by default the git notes "metrics"')
    .option('--evaluator <command>', 'program that evaluates the base commit, in a checkout of it')
    .option('--iteration-hint <text>', 'what to focus on this time')
    .option('--cold-start', 'plan a first variant, because there is nothing to improve yet')
    .option(
      '--backend <name>',
      `${AGENTS}, model, command, or a module like ./mine.js#make; by default the first one installed`,
    )
    .option('--command <program>', 'program to plan with: prompt on stdin, plan as JSON on stdout')
    .option('--model <name>', 'model of the backend "model", such as ollama/llama3.2')
    .addOption(
      new Option('--mode <mode>', 'how strictly to validate the answer; by default lenient').choices([
        ...VALIDATION_MODES,
      ]),
    )
    .option(...REPO)
    .option(...JOURNAL)
    .option('--no-record', 'do not record the plan in a journal')
    .examples(
      'wayfold commits plan --goal "make parsing 2x faster" --backend claude',
      'wayfold commits plan --goal "use less memory" --inspire fast-branch --constraint "no new dependency" --json',
    )
    .calls(() => import('./plan.ts'), 'plan');
}

function addEvolving(commits: Verb): void {
  commits
    .command('evolve')
    .description('plan, carry out and measure candidates, round after round, and keep the best')
    .option('--goal <text>', 'what to improve')
    .option(
      '--evaluate <command>',
      'program that measures a checkout and prints metrics as JSON; repeatable',
      several,
      [],
    )
    .option('--minimize <metric>', 'metric to minimize')
    .option('--maximize <metric>', 'metric to maximize')
    .option('--metric <name=regex>', 'metric to read from the output; repeatable', several, [])
    .option('--measure <name=from..to/cells>', 'metric that divides the archive; repeatable', several, [])
    .option(
      '--protect <path>',
      'file, folder or pattern that no candidate may change; repeatable',
      several,
      [],
    )
    .option('--candidates <number>', 'candidates in a round (4)', parseInteger(1, 100))
    .option('--parallel <number>', 'candidates in progress at once (2)', parseInteger(1, 32))
    .option('--rounds <number>', 'rounds in all (3)', parseInteger(1, 1000))
    .option('--inspirations <number>', 'commits of the archive to show to a plan (2)', parseInteger(0, 8))
    .option('--seed <number>', 'seed of the sampling (1)', parseInteger(0, 1_000_000_000))
    .option('--time-limit <seconds>', 'seconds that an evaluator may take (300)', parseInteger(1, 86_400))
    .option(
      '--memory-limit <mb>',
      'MB of memory that an evaluator may take, on Linux',
      parseInteger(16, 10_000_000),
    )
    .option(
      '--repeat <number>',
      'measurements of each candidate and its parent (1); a gain within the noise does not count',
      parseInteger(1, 100),
    )
    .option('--target <number>', 'stop as soon as the objective is at least this good', parseAnyNumber)
    .option('--patience <rounds>', 'stop after this many rounds without a new best', parseInteger(1, 1000))
    .option('--warmup <number>', 'runs before the first measurement (0)', parseInteger(0, 20))
    .option('--max-seconds <number>', 'budget in seconds of work', parseInteger(1, 1_000_000_000))
    .option('--max-tokens <number>', 'budget in tokens', parseInteger(1, 1_000_000_000_000))
    .option('--max-cost <usd>', 'budget in US dollars, as far as agents report it', parseNumber)
    .option('--base <rev>', 'commit to start from (HEAD)')
    .option('--constraint <text>', 'constraint that must hold; repeatable', several, [])
    .option('--accept <text>', 'acceptance criterion; repeatable', several, [])
    .option('--backend <name>', `${AGENTS}, command, or a module like ./mine.js#make`)
    .option('--command <program>', 'program to plan and carry out with: prompt on stdin, answer on stdout')
    .addOption(
      new Option('--mode <mode>', 'how strictly to validate plans; by default lenient').choices([
        ...VALIDATION_MODES,
      ]),
    )
    .option('--repo <dir>', 'a directory inside the repository (.)')
    .option('--resume <name>', 'resume an evolution, with more rounds or budget if you like')
    .examples(
      'wayfold commits evolve --goal "parse faster" --evaluate "node bench.mjs" --minimize ms',
      'wayfold commits evolve --resume brave-otter --rounds 6',
    )
    .calls(() => import('./evolve.ts'), 'evolve');
}

/** Parses a number. */
function parseAnyNumber(text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number)) return number;
  throw new InvalidArgumentError('Give a number.');
}

/** Parses a positive number. */
function parseNumber(text: string): number {
  const number = Number(text);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new InvalidArgumentError('Give a number above 0.');
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
    .description('list requested plans with their status and attempts')
    .option(...JOURNAL)
    .examples('wayfold commits list')
    .calls(() => import('./list.ts'), 'list');

  planCommand('show')
    .description('print a plan as it was proposed')
    .examples('wayfold commits show plan-1f2e')
    .calls(deciding, 'show');

  planCommand('accept')
    .description('accept a plan, and turn it into tasks')
    .option('--start-tasks', 'start a task plan from it, even if it was accepted before')
    .examples('wayfold commits accept plan-1f2e --start-tasks')
    .calls(deciding, 'accept');

  planCommand('carry-out')
    .description(
      'let a coding agent carry out an accepted plan in a separate checkout; the result is a branch',
    )
    .option('--evaluate <command>', 'program that measures the result; repeatable', several, [])
    .option('--backend <name>', `${AGENTS}, command, or a module like ./mine.js#make`)
    .option('--command <program>', 'program that carries it out: prompt on stdin, answer on stdout')
    .examples('wayfold commits carry-out plan-1f2e --evaluate "npm test"')
    .calls(() => import('./carry-out.ts'), 'carryOut');

  commits
    .command('open')
    .description('show a commit: its message, metrics, plan and diff')
    .argument('<commit>', 'hash or name of a commit')
    .option(...REPO)
    .option('--journal <id>', 'journal that knows the commit; by default all of the commit planner')
    .examples('wayfold commits open 1f2e3d4')
    .calls(() => import('./carry-out.ts'), 'open');

  planCommand('reject')
    .description('reject a plan; later plans see the reason')
    .option('--reason <text>', 'why')
    .examples('wayfold commits reject plan-1f2e --reason "no caches here"')
    .calls(deciding, 'reject');

  planCommand('conclude')
    .description('record the outcome of an accepted plan; later plans see it')
    .addArgument(new Argument('<outcome>', 'whether it worked').choices(['succeeded', 'failed']))
    .option('--note <text>', 'the outcome in words')
    .examples('wayfold commits conclude plan-1f2e failed --note "it was slower"')
    .calls(deciding, 'conclude');
}

function addReading(commits: Verb): void {
  const history = () => import('./history.ts');
  commits
    .command('trajectory')
    .description('show the steps that led to one commit and not to another')
    .requiredOption('--base <rev>', 'commit to compare with')
    .requiredOption('--tip <rev>', 'commit that the steps lead to')
    .option('--root <rev>', 'commit that blocks are counted from; by default the first one')
    .option('--cards <file>', 'commit cards as JSON lines, instead of the repository')
    .option(...REPO)
    .examples('wayfold commits trajectory --base v1.0 --tip HEAD')
    .calls(history, 'trajectory');

  commits
    .command('cards')
    .description('print the commits of a repository as JSON lines, newest first')
    .option('--tip <rev>', 'commit whose history to read; repeatable', several, [])
    .option('--since <rev>', 'commit to stop at')
    .option(...REPO)
    .option('-o, --output <file>', 'file to write; by default stdout')
    .option('--force', 'overwrite the file')
    .examples('wayfold commits cards > cards.jsonl', 'wayfold commits cards --since v1.0')
    .calls(history, 'cards');
}
