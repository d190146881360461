import type { Command } from 'commander';
import { resolveConfiguration } from '../../../host/config/resolve.ts';
import type { PlannerRegistry } from '../../../host/registry.ts';
import { completionScript } from '../completion.ts';
import { plannerRegistry } from '../config/planner-registry.ts';
import type { Invocation } from '../invocation.ts';
import { errorNote } from '../terminal/error-note.ts';
import { addSchemaCommands } from './session/schema-command.ts';

/** Prints the completion script of a shell, including the commands of planners. */
export async function completion(
  invocation: Invocation,
  shell: string,
  program: Command,
): Promise<undefined> {
  addSchemaCommands(program, await completedPlanners(invocation, program.opts<{ config?: string }>().config));
  await invocation.output.raw(completionScript(shell, program));
}

/** A shell must start even if the configuration or a planner is broken. */
async function completedPlanners(
  invocation: Invocation,
  named: string | undefined,
): Promise<PlannerRegistry> {
  const { env, output } = invocation;
  try {
    const config = await resolveConfiguration({ from: process.cwd(), named: named || undefined, env });
    return await plannerRegistry({ ...invocation, config });
  } catch (error) {
    output.note(`Without planners of your own: ${errorNote(error, env)}`);
    return await plannerRegistry({ env });
  }
}
