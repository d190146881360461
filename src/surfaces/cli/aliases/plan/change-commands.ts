import type { Command } from 'commander';
import { parseInteger } from '../../config/parse-integer.ts';
import { addExample } from '../../example.ts';
import type { Invocation, Perform } from '../../invocation.ts';
import type { ChangeOptions } from './change.ts';

/** `wayfold plan set|add|mark|update|clear`: a person corrects a plan, by the tools that agents use. */
export function addPlanChanges(plan: Command, perform: Perform): void {
  const set = changing(plan.command('set'))
    .description('begin a plan')
    .argument('<objective>', 'what is to be reached')
    .argument('[steps...]', 'the first steps')
    .option('--replace', 'give up the plan that is active')
    .action(
      (objective: string, steps: readonly string[], options: ChangeOptions & { replace?: boolean }, c) =>
        perform(c.optsWithGlobals(), async (invocation: Invocation) =>
          (await import('./change.ts')).set(invocation, { objective, steps, ...options }),
        ),
    );
  addExample(set, ['wayfold plan set "Ship 1.0" "Write the changelog" "Tag it"']);

  const add = changing(plan.command('add'))
    .description('add steps at the end of the active plan')
    .argument('<titles...>', 'what to do, one text a step')
    .option('--details <text>', 'what else to know, for a single step')
    .action((titles: readonly string[], options: ChangeOptions & { details?: string }, c) =>
      perform(c.optsWithGlobals(), async (invocation: Invocation) =>
        (await import('./change.ts')).add(invocation, { titles, ...options }),
      ),
    );
  addExample(add, ['wayfold plan add "Announce it" --plan release']);

  const mark = changing(plan.command('mark'))
    .description('set the status of a step')
    .argument('<step-id>', 'step, like S001')
    .argument('<status>', 'pending, in_progress, blocked or done')
    .argument('[note]', 'what was found, or why')
    .action((stepId: string, status: string, note: string | undefined, options: ChangeOptions, c) =>
      perform(c.optsWithGlobals(), async (invocation: Invocation) =>
        (await import('./change.ts')).change(invocation, options, {
          tool: 'planning_mark_step',
          input: { step_id: stepId, status, ...(note !== undefined && { note }) },
        }),
      ),
    );
  addExample(mark, ['wayfold plan mark S002 blocked "Waiting for access"']);

  const update = changing(plan.command('update'))
    .description('change the title or the details of a step')
    .argument('<step-id>', 'step, like S001')
    .option('--title <text>', 'its new title')
    .option('--details <text>', 'its new details; empty takes them away')
    .action((stepId: string, options: ChangeOptions & { title?: string; details?: string }, c) =>
      perform(c.optsWithGlobals(), async (invocation: Invocation) => {
        const { title, details } = options;
        return (await import('./change.ts')).change(invocation, options, {
          tool: 'planning_update_step',
          input: {
            step_id: stepId,
            ...(title !== undefined && { title }),
            ...(details !== undefined && { details }),
          },
        });
      }),
    );
  addExample(update, ['wayfold plan update S002 --title "Ask for access"']);

  const clear = changing(plan.command('clear'))
    .description('give a plan up: its steps go, its objective stays on record')
    .option('-y, --yes', 'do not ask')
    .action((options: ChangeOptions & { yes?: boolean }, c) =>
      perform(c.optsWithGlobals(), async (invocation: Invocation) =>
        (await import('./change.ts')).clear(invocation, options),
      ),
    );
  addExample(clear, ['wayfold plan clear --plan release']);
}

/** The options of every command that changes a plan. */
function changing(command: Command): Command {
  return command
    .option('--plan <plan-id>', 'plan; without it the plan "default"')
    .option('--expect <version>', 'change it only if this is its version', parseInteger(0));
}
