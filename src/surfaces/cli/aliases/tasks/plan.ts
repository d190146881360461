import type { StepItem } from '../../../../harness/module/view-block.ts';
import { taskKindsFrom } from '../../../../host/config/task-kinds.ts';
import type { GivenTask } from '../../../../planners/tasks/commands/command.ts';
import type { Brief, PlanReader } from '../../../../planners/tasks/facts.ts';
import { Planner } from '../../../../planners/tasks/handler.ts';
import {
  isReadByModel,
  type PlanWith,
  planWithModel,
} from '../../../../planners/tasks/plan/plan-with-model.ts';
import { kindPolicies } from '../../../../planners/tasks/run/kind-registry.ts';
import type { Task, TaskPlannerState } from '../../../../planners/tasks/state/planner-state.ts';
import { briefBlocks, kindNotes, readerBlocks } from '../../../../planners/tasks/view/task-blocks.ts';
import { modelsOf } from '../../config/models.ts';
import { CliError } from '../../error.ts';
import { fileText } from '../../files/file-text.ts';
import type { Invocation } from '../../invocation.ts';
import { printBlocks } from '../../terminal/blocks/blocks.ts';

/** The options that choose who reads tasks from a text. */
export interface PlanningFlags {
  readonly planWith: PlanWith;
  readonly model?: string;
}

export async function plan(invocation: Invocation, given: string, flags: PlanningFlags): Promise<undefined> {
  const { output } = invocation;
  const planner = new Planner();
  planner.process({
    type: 'Initialize',
    attachments: [],
    policy: { kinds: kindPolicies(taskKindsFrom(invocation.env)) },
    ...(await initialTasks(await textOf(given, invocation), flags, invocation)),
  });
  const { tasks, brief, readBy } = planner.state;
  if (output.json) await output.value({ tasks: tasks.map(beforeItBegins), brief, readBy });
  else await printPlanned(invocation, planner.state);
}

/** Prints the tasks of a plan that has not started, after its brief. */
export async function printPlanned(
  invocation: Invocation,
  { tasks, brief, readBy }: Pick<TaskPlannerState, 'tasks' | 'brief' | 'readBy'>,
): Promise<void> {
  const items = tasks.map(
    ({ id, description, dependsOn = [], kind, done }): StepItem => ({
      id: `${id}`,
      title: description,
      status: done ? 'done' : 'pending',
      dependsOn: dependsOn.map(String),
      notes: kindNotes(kind),
    }),
  );
  await printBlocks(invocation, [...briefBlocks(brief), { type: 'steps', items }, ...readerBlocks(readBy)]);
}

/** The given text, or stdin for `-`. */
export async function textOf(given: string, invocation: Invocation): Promise<string> {
  return given === '-' ? await fileText('-', invocation) : given;
}

/** The input for a new plan: the text for the parser, or the tasks that a model read from it. */
export async function initialTasks(
  text: string,
  { planWith, model }: PlanningFlags,
  invocation: Invocation,
): Promise<{ userInput: string; tasks?: readonly GivenTask[]; brief?: Brief; readBy?: PlanReader }> {
  if (planWith === 'model' && !model) throw noModel();
  if (!model || text.trim() === '') return { userInput: text };
  const llm = (await modelsOf(invocation))(model);
  if (!isReadByModel(planWith, llm)) return { userInput: text };
  const kinds = taskKindsFrom(invocation.env);
  return { userInput: text, ...(await planWithModel(text, { llm, signal: invocation.signal, kinds })) };
}

function beforeItBegins({ clarifications: _, ...task }: Task): Task {
  return { ...task, status: task.done ? 'Completed' : 'Planned' };
}

function noModel(): CliError {
  return new CliError('usage', {
    summary: '--plan-with model needs a model, and you named none.',
    fix: 'Name one with --model or WAYFOLD_MODEL; `offline` needs no key.',
  });
}
