import type { CommandCall } from '../../../../harness/module/view-block.ts';
import { localUser } from '../../../../host/local-user.ts';
import { taskEventOf } from '../../../../planners/tasks/facts.ts';
import { printSession } from '../../commands/session/session-turn.ts';
import { CliError } from '../../error.ts';
import type { Invocation } from '../../invocation.ts';
import { planIdOf, withTaskSession } from './task-session.ts';

export async function edit(
  invocation: Invocation,
  named: string,
  taskId: number,
  {
    text,
    kind,
    after,
  }: { readonly text?: string; readonly kind?: string; readonly after?: readonly number[] },
): Promise<undefined> {
  if (text === undefined && kind === undefined && after === undefined) throw nothingToChange();
  await revise(invocation, named, {
    type: 'task-edit',
    taskId,
    ...(text !== undefined && { description: text }),
    ...(kind !== undefined && { kind }),
    ...(after !== undefined && { dependsOn: after }),
  });
}

export async function insert(
  invocation: Invocation,
  named: string,
  description: string,
  {
    before,
    kind,
    after,
  }: { readonly before?: number; readonly kind?: string; readonly after?: readonly number[] },
): Promise<undefined> {
  await revise(invocation, named, {
    type: 'task-insert',
    description,
    ...(kind !== undefined && { kind }),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { dependsOn: after }),
  });
}

export async function move(
  invocation: Invocation,
  named: string,
  taskId: number,
  { before }: { readonly before?: number },
): Promise<undefined> {
  await revise(invocation, named, {
    type: 'task-move',
    taskId,
    ...(before !== undefined && { before }),
  });
}

export async function split(
  invocation: Invocation,
  named: string,
  taskId: number,
  parts: readonly string[],
): Promise<undefined> {
  await revise(invocation, named, { type: 'task-split', taskId, parts });
}

export async function retry(invocation: Invocation, named: string, taskId: number): Promise<undefined> {
  await revise(invocation, named, { type: 'task-retry', taskId });
}

export async function skip(invocation: Invocation, named: string, taskId: number): Promise<undefined> {
  await revise(invocation, named, { type: 'task-skip', taskId });
}

/** Changes a plan and prints it. Runs no tasks. */
async function revise(invocation: Invocation, named: string, command: CommandCall): Promise<undefined> {
  const { output } = invocation;
  await withTaskSession(invocation, named, async (session) => {
    const id = planIdOf(session.id);
    const { facts } = await session.do(command, { by: localUser() });
    const events = facts.flatMap((fact) => taskEventOf(fact) ?? []);
    const changed = events.flatMap((event) =>
      event.type === 'TasksRevised' || event.type === 'TasksPlanned'
        ? event.tasks.map((task) => task.id)
        : [],
    );
    if (output.json) await output.value({ id, changed: [...new Set(changed)].toSorted((a, b) => a - b) });
    else await printSession(invocation, await session.view());
    output.note(`Continue: wayfold tasks run --resume ${id}`);
  });
}

function nothingToChange(): CliError {
  return new CliError('usage', {
    summary: 'You gave no change to the task.',
    fix: 'Give --text, --kind, or --after with the tasks that come first.',
  });
}
