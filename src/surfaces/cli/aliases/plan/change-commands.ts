import { parseInteger } from '../../config/parse-integer.ts';
import type { Verb } from '../../verb.ts';
import type { ChangeOptions } from './change.ts';

/** `wayfold plan set|add|mark|update|clear`: a person corrects a plan, by the tools that agents use. */
export function addPlanChanges(plan: Verb): void {
  changing(plan.command('set'))
    .description('begin a plan')
    .argument('<objective>', 'what is to be reached')
    .argument('[steps...]', 'the first steps')
    .option('--replace', 'give up the plan that is active')
    .examples('wayfold plan set "Ship 1.0" "Write the changelog" "Tag it"')
    .runs(
      async (
        invocation,
        objective: string,
        steps: readonly string[],
        options: ChangeOptions & { replace?: boolean },
      ) => (await import('./change.ts')).set(invocation, { objective, steps, ...options }),
    );

  changing(plan.command('add'))
    .description('add steps at the end of the active plan')
    .argument('<titles...>', 'what to do, one text a step')
    .option('--details <text>', 'what else to know, for a single step')
    .examples('wayfold plan add "Announce it" --plan release')
    .runs(async (invocation, titles: readonly string[], options: ChangeOptions & { details?: string }) =>
      (await import('./change.ts')).add(invocation, { titles, ...options }),
    );

  changing(plan.command('mark'))
    .description('set the status of a step')
    .argument('<step-id>', 'step, like S001')
    .argument('<status>', 'pending, in_progress, blocked or done')
    .argument('[note]', 'what was found, or why')
    .examples('wayfold plan mark S002 blocked "Waiting for access"')
    .runs(
      async (invocation, stepId: string, status: string, note: string | undefined, options: ChangeOptions) =>
        (await import('./change.ts')).change(invocation, options, {
          tool: 'planning_mark_step',
          input: { step_id: stepId, status, ...(note !== undefined && { note }) },
        }),
    );

  changing(plan.command('update'))
    .description('change the title or the details of a step')
    .argument('<step-id>', 'step, like S001')
    .option('--title <text>', 'its new title')
    .option('--details <text>', 'its new details; empty takes them away')
    .examples('wayfold plan update S002 --title "Ask for access"')
    .runs(
      async (invocation, stepId: string, options: ChangeOptions & { title?: string; details?: string }) => {
        const { title, details } = options;
        return (await import('./change.ts')).change(invocation, options, {
          tool: 'planning_update_step',
          input: {
            step_id: stepId,
            ...(title !== undefined && { title }),
            ...(details !== undefined && { details }),
          },
        });
      },
    );

  changing(plan.command('clear'))
    .description('give a plan up: its steps go, its objective stays on record')
    .option('-y, --yes', 'do not ask')
    .examples('wayfold plan clear --plan release')
    .runs(async (invocation, options: ChangeOptions & { yes?: boolean }) =>
      (await import('./change.ts')).clear(invocation, options),
    );
}

/** The options of every command that changes a plan. */
function changing(command: Verb): Verb {
  return command
    .option('--plan <plan-id>', 'plan; without it the plan "default"')
    .option('--expect <version>', 'change it only if this is its version', parseInteger(0));
}
