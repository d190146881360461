import type { StepItem } from '../../../../harness/module/view-block.ts';
import type { GivenTask } from '../../../../planners/tasks/command.ts';
import { Planner } from '../../../../planners/tasks/handler.ts';
import { planWithModel } from '../../../../planners/tasks/plan-with-model.ts';
import type { Task } from '../../../../planners/tasks/planner-state.ts';
import { modelsOf } from '../../config/models.ts';
import { CliError } from '../../error.ts';
import { fileText } from '../../files/file-text.ts';
import type { Invocation } from '../../invocation.ts';
import { printBlocks } from '../../terminal/blocks.ts';

/** Who makes tasks of a text. */
export interface PlanningFlags {
  readonly planWith: 'parser' | 'model';
  readonly model?: string;
}

export async function plan(invocation: Invocation, given: string, flags: PlanningFlags): Promise<undefined> {
  const { output } = invocation;
  const planner = new Planner();
  planner.process({
    type: 'Initialize',
    attachments: [],
    ...(await initialTasks(await textOf(given, invocation), flags, invocation)),
  });
  const { tasks } = planner.state;
  if (output.json) await output.value({ tasks: tasks.map(beforeItBegins) });
  else await printPlanned(invocation, tasks);
}

/** Prints the tasks of a plan that has not begun. */
export async function printPlanned(invocation: Invocation, tasks: readonly Task[]): Promise<void> {
  const items = tasks.map(
    ({ id, description, dependsOn = [], kind }): StepItem => ({
      id: `${id}`,
      title: description,
      status: 'pending',
      dependsOn: dependsOn.map(String),
      notes: kind === 'Processing' ? [] : [kind === 'ToolCall' ? 'Tool' : 'Question'],
    }),
  );
  await printBlocks(invocation, [{ type: 'steps', items }]);
}

/** The text, or what is on stdin for `-`. */
export async function textOf(given: string, invocation: Invocation): Promise<string> {
  return given === '-' ? await fileText('-', invocation) : given;
}

/** What to initialize a plan with: the text itself for the parser, or the tasks that a model made of it. */
export async function initialTasks(
  text: string,
  { planWith, model }: PlanningFlags,
  invocation: Invocation,
): Promise<{ userInput: string; tasks?: readonly GivenTask[] }> {
  if (planWith === 'parser' || text.trim() === '') return { userInput: text };
  if (!model) throw noModel();
  const llm = (await modelsOf(invocation))(model);
  const { tasks, notes } = await planWithModel(text, { llm, signal: invocation.signal });
  for (const note of notes) invocation.output.note(note);
  return { userInput: text, tasks };
}

function beforeItBegins({ clarifications: _, ...task }: Task): Task {
  return { ...task, status: 'Planned' };
}

function noModel(): CliError {
  return new CliError('usage', {
    expected: 'a model for --plan-with model',
    actual: 'none',
    fix: 'Name one with --model or WAYFOLD_MODEL; `offline` needs no key.',
  });
}
