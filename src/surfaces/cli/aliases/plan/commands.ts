import { Option } from 'commander';
import type { Verb } from '../../verb.ts';
import { addPlanChanges } from './change-commands.ts';

const PLAN_ID_HELP = 'plan; without it the plan "default"';

/** `wayfold plan …`: the plans that agents keep, for the people beside them. */
export function addPlanCommands(program: Verb): void {
  const plan = program
    .command('plan')
    .description('show, follow, exchange and correct the plans of agents')
    .examples('wayfold plan watch', 'wayfold plan import todo.md');
  addReading(plan);
  addFiles(plan);
  addPlanChanges(plan);
}

function addReading(plan: Verb): void {
  plan
    .command('show')
    .description('print a plan with details and notes; with --json in its wire form')
    .argument('[plan-id]', PLAN_ID_HELP)
    .examples('wayfold plan show', 'wayfold plan show release --json')
    .runs(async (invocation, planId: string | undefined) =>
      (await import('./show.ts')).show(invocation, planId),
    );

  plan
    .command('list')
    .description('list all plans of the data directory')
    .examples('wayfold plan list')
    .runs(async (invocation) => (await import('./list.ts')).list(invocation));

  plan
    .command('watch')
    .description('draw a plan as it changes, until q or Ctrl-C; in a pipe one line a change')
    .argument('[plan-id]', `${PLAN_ID_HELP}; it need not exist yet`)
    .examples('wayfold plan watch', 'wayfold plan watch release --json | jq .summary')
    .runs(async (invocation, planId: string | undefined) =>
      (await import('./watch.ts')).watch(invocation, planId),
    );
}

interface ImportOptions {
  readonly format?: 'markdown' | 'json' | 'task-master';
  readonly objective?: string;
  readonly tag?: string;
  readonly replace?: boolean;
}

interface ExportOptions {
  readonly format: 'md' | 'json';
  readonly output?: string;
  readonly force?: boolean;
}

function addFiles(plan: Verb): void {
  plan
    .command('import')
    .description("make a plan of a Markdown checklist, of JSON, or of task-master's tasks.json")
    .argument('<file>', 'file, or - for stdin')
    .argument('[plan-id]', PLAN_ID_HELP)
    .addOption(
      new Option('--format <format>', 'what the file is; without it seen from its content').choices([
        'markdown',
        'json',
        'task-master',
      ]),
    )
    .option('--objective <text>', 'the objective, where the file has none')
    .option('--tag <name>', 'which list of a tasks.json with several')
    .option('--replace', 'give up the plan that is active')
    .examples(
      'wayfold plan import todo.md',
      'wayfold plan import .taskmaster/tasks/tasks.json release --tag v2',
    )
    .runs(async (invocation, file: string, planId: string | undefined, options: ImportOptions) =>
      (await import('./import.ts')).importFrom(invocation, { file, plan: planId, ...options }),
    );

  plan
    .command('export')
    .description('write a plan as a Markdown checklist or as JSON')
    .argument('[plan-id]', PLAN_ID_HELP)
    .addOption(new Option('--format <format>', 'what to write').choices(['md', 'json']).default('md'))
    .option('-o, --output <file>', 'file to write; without it stdout')
    .option('--force', 'overwrite the file')
    .examples('wayfold plan export -o plan.md', 'wayfold plan export release --format json')
    .runs(async (invocation, planId: string | undefined, options: ExportOptions) =>
      (await import('./export.ts')).exportTo(invocation, { plan: planId, ...options }),
    );
}
