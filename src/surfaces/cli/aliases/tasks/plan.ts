import type { Llm } from '../../../../model/llm.ts';
import type { GivenTask } from '../../../../planners/tasks/command.ts';
import { Planner } from '../../../../planners/tasks/handler.ts';
import { planWithModel } from '../../../../planners/tasks/plan-with-model.ts';
import type { TaskPlannerState } from '../../../../planners/tasks/planner-state.ts';
import { CliError } from '../../error.ts';
import { fileText } from '../../files/file-text.ts';
import type { Invocation } from '../../invocation.ts';
import { printBlocks } from '../../terminal/blocks.ts';
import { modelOf } from './executors.ts';
import type { RunCommandOptions } from './run.ts';
import { plannedBlock } from './task-lines.ts';

export async function plan(
  invocation: Invocation,
  given: string,
  options: Pick<RunCommandOptions, 'planWith' | 'model'>,
): Promise<undefined> {
  const { output } = invocation;
  const planned = await initialTasks(await textOf(given, invocation), options, invocation);
  const planner = new Planner();
  planner.process({ type: 'Initialize', attachments: [], ...planned });
  const tasks = plannedTasks(planner.state);
  if (output.json) await output.value({ tasks });
  else await printBlocks(invocation, [plannedBlock(tasks)]);
  return undefined;
}

/** The text, or what is on stdin for `-`. */
export async function textOf(given: string, invocation: Invocation): Promise<string> {
  return given === '-' ? await fileText('-', invocation) : given;
}

/** What to initialize a plan with: the text itself for the parser, or the tasks that a model made of it. */
export async function initialTasks(
  text: string,
  { planWith, model }: Pick<RunCommandOptions, 'planWith' | 'model'>,
  invocation: Invocation,
): Promise<{ userInput: string; tasks?: readonly GivenTask[] }> {
  if (planWith === 'parser' || text.trim() === '') return { userInput: text };
  const llm = modelOf({ ...(model !== undefined && { model }) }, invocation) ?? noModel();
  const { tasks, notes } = await planWithModel(text, { llm, signal: invocation.signal });
  for (const note of notes) invocation.output.note(note);
  return { userInput: text, tasks };
}

/** The tasks without how they stand, since nothing has begun. */
function plannedTasks({ tasks }: TaskPlannerState): TaskPlannerState['tasks'] {
  return tasks.map((task) => {
    const { clarifications: _, ...rest } = task;
    return { ...rest, status: 'Planned' };
  });
}

function noModel(): Llm {
  throw new CliError('usage', {
    expected: 'a model for --plan-with model',
    actual: 'none',
    fix: 'Name one with --model or WAYFOLD_MODEL; `offline` needs no key.',
  });
}
